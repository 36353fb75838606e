import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';

/** A mail as it goes out. */
export interface WrittenMail {
  subject: string;
  text: string;
  html: string;
}

/** Hands mails to the mail server over a few kept connections. */
@Injectable()
export class Mailer implements OnApplicationShutdown {
  private transport?: Transporter;

  constructor(private readonly configuration: SchedulerWorkerConfiguration) {}

  /**
   * @param id makes the Message-ID, so that a mail sent twice is one mail to whoever receives it
   * @throws when the mail server does not take it
   */
  async send(id: string, to: string, mail: WrittenMail): Promise<void> {
    const domain = new URL(this.configuration.siteUrl).hostname;
    this.transport ??= this.openTransport();
    // An object: a string would be read as a list of addresses.
    const recipient = { name: '', address: to };
    const { mailFrom: from } = this.configuration;
    await this.transport.sendMail({ ...mail, from, to: recipient, messageId: `<${id}@${domain}>` });
  }

  onApplicationShutdown(): void {
    this.transport?.close();
  }

  private openTransport(): Transporter {
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
