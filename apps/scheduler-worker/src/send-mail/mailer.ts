import { jobs } from '@almanac/jobs';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';
import { MailRate } from '../mail-transport/mail-rate';
import type { MailSender } from '../mail-transport/member-sender';
import { openTransport } from '../mail-transport/open-transport';

const CONNECTIONS = jobs['send-mail'].concurrency;

/** A mail without its sender and recipient. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  /** An iCalendar file that mail programs add to the calendar of the recipient (iTIP, RFC 5546). */
  icalEvent?: { method: string; filename: string; content: string };
}

/** Sends single mails, e.g. mails with sign-in links. Newsletters have their own connections to the mail server. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private transport?: Promise<Transporter>;

  constructor(
    private readonly configuration: SchedulerWorkerConfiguration,
    private readonly rate: MailRate,
  ) {}

  /**
   * Sends one mail.
   * @param id part of the Message-ID. If a mail is sent twice with one id, mail programs can show it once
   * @param sender `MAIL_FROM` by default
   * @throws nodemailer's error when the mail server cannot be reached or rejects the mail
   */
  async send(id: string, to: string, mail: RenderedMail, sender?: MailSender): Promise<void> {
    const { mailFrom: from, siteUrl } = this.configuration;
    const domain = new URL(siteUrl).hostname;
    await this.rate.reserveWithoutWaiting();
    const transport = await (this.transport ??= openTransport(this.configuration, CONNECTIONS));
    // An object, because nodemailer parses a string as a list of addresses.
    const recipient = { name: '', address: to };
    await transport.sendMail({ ...mail, from, ...sender, to: recipient, messageId: `<${id}@${domain}>` });
  }

  async onApplicationShutdown(): Promise<void> {
    const transport = await this.transport?.catch(() => undefined);
    transport?.close();
  }
}
