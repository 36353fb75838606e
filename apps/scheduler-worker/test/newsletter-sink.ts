import { SMTPServer } from 'smtp-server';

/** An SMTP server that can be stopped, records mails, and rejects recipients with the replies of a test. */
export class NewsletterSink {
  private mails: { to: string; source: string }[] = [];
  private replies = new Map<string, { responseCode: number; text: string }>();
  private server: SMTPServer | undefined;
  private port = 0;
  /** Milliseconds between the end of a mail and the reply to it. */
  replyDelayMs = 0;

  static async open(): Promise<NewsletterSink> {
    const sink = new NewsletterSink();
    await sink.start();
    return sink;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens on the port of the first start. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _session, callback) => {
        const reply = this.replies.get(address);
        callback(reply && Object.assign(new Error(reply.text), { responseCode: reply.responseCode }));
      },
      onData: (stream, { envelope }, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const source = Buffer.concat(chunks).toString('utf8');
          this.mails.push(...envelope.rcptTo.map(({ address }) => ({ to: address, source })));
          setTimeout(callback, this.replyDelayMs);
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', () => resolve()));
    const address = server.server.address();
    if (address !== null && typeof address !== 'string') this.port = address.port;
    this.server = server;
  }

  /** Ends the open connections and rejects new ones. */
  async stop(): Promise<void> {
    const { server } = this;
    for (const connection of server?.connections ?? []) connection.close();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  replyTo(address: string, responseCode: number, text: string): void {
    this.replies.set(address, { responseCode, text });
  }

  reset(): void {
    this.mails = [];
    this.replies.clear();
  }

  to(address: string): string[] {
    return this.mails.filter(({ to }) => to === address).map(({ source }) => source);
  }

  recipients(): string[] {
    return this.mails.map(({ to }) => to);
  }

  close(): Promise<void> {
    return this.stop();
  }
}
