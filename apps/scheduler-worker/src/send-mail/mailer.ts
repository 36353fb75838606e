import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Transporter } from 'nodemailer';

/** Subject and both bodies of a mail. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** Sends mails over a small pool of SMTP connections. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private transport?: Transporter;

  constructor(private readonly configuration: SchedulerWorkerConfiguration) {}

  /**
   * @param id part of the Message-ID, so that mail clients show a mail sent twice as one
   * @throws nodemailer's error when the mail server cannot be reached or rejects the mail
   */
  async send(id: string, to: string, mail: RenderedMail): Promise<void> {
    const domain = new URL(this.configuration.siteUrl).hostname;
    // Loaded for the first mail: nodemailer takes 60 ms and 10 MB.
    const nodemailer = await import('nodemailer');
    this.transport ??= this.openTransport(nodemailer);
    // An object, because nodemailer parses a string as a list of addresses.
    const recipient = { name: '', address: to };
    const { mailFrom: from } = this.configuration;
    await this.transport.sendMail({ ...mail, from, to: recipient, messageId: `<${id}@${domain}>` });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  private openTransport({ createTransport }: typeof import('nodemailer')): Transporter {
    return createTransport({
      url: this.configuration.smtpUrl,
      pool: true,
      maxConnections: 5,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 15_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}
