import { SMTPServer } from 'smtp-server';

/** An SMTP server that accepts all mails, and counts them by address. */
export class CountingSink {
  /** The number of mails by address. */
  readonly counts = new Map<string, number>();
  /** When the last mail to an address was accepted, in milliseconds since 1970. */
  readonly lastAtByAddress = new Map<string, number>();
  /** The number of mails to all addresses. */
  total = 0;
  /** The longest time between two mails. */
  longestPauseMs = 0;
  /** When the last mail to any address was accepted. */
  private lastAcceptedAt?: number;
  private readonly server: SMTPServer;

  private constructor() {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      logger: false,
      onData: (stream, { envelope }, callback) => {
        stream.resume();
        stream.on('end', () => {
          for (const { address } of envelope.rcptTo) this.count(address);
          callback();
        });
      },
    });
    // The connections of a killed worker break, which is not an error of the sink.
    this.server.on('error', () => undefined);
  }

  static async open(): Promise<CountingSink> {
    const sink = new CountingSink();
    await new Promise<void>((resolve) => sink.server.listen(0, '127.0.0.1', () => resolve()));
    return sink;
  }

  get url(): string {
    const address = this.server.server.address();
    if (address === null || typeof address === 'string') throw new Error('The sink does not listen.');
    return `smtp://127.0.0.1:${address.port}`;
  }

  /** The number of mails to addresses that had already got one. */
  duplicates(): number {
    return this.total - this.counts.size;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private count(address: string): void {
    const now = Date.now();
    this.longestPauseMs = Math.max(this.longestPauseMs, now - (this.lastAcceptedAt ?? now));
    this.lastAcceptedAt = now;
    this.total += 1;
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
    this.lastAtByAddress.set(address, now);
  }
}
