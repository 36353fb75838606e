import { SMTPServer } from 'smtp-server';

/** An SMTP server on loopback that records mails, and rejects the next `refusals` ones. */
export class Mailbox {
  /** `from` and `to` are the addresses of the SMTP envelope. */
  readonly mails: { from: string; to: string[]; source: string }[] = [];
  refusals = 0;

  private constructor(
    private readonly server: SMTPServer,
    readonly url: string,
  ) {}

  static async open(): Promise<Mailbox> {
    let mailbox: Mailbox | undefined = undefined as Mailbox | undefined;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (mailbox && mailbox.refusals > 0) {
            mailbox.refusals -= 1;
            return callback(Object.assign(new Error('Not now.'), { responseCode: 451 }));
          }
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          const to = rcptTo.map(({ address }) => address);
          mailbox?.mails.push({ from, to, source: Buffer.concat(chunks).toString('utf8') });
          return callback();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const address = server.server.address();
    if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
    mailbox = new Mailbox(server, `smtp://127.0.0.1:${address.port}`);
    return mailbox;
  }

  to(address: string): string[] {
    return this.mails.filter(({ to }) => to.includes(address)).map(({ source }) => source.replaceAll('=\r\n', ''));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
