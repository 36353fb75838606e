import { Client } from 'pg';

export interface ChannelListenerOptions {
  /** postgres:// URL of the database that sends. A standby cannot: name the primary. */
  url: string;
  channel: string;
  onNotification: (payload: string) => void;
  /** After every connect, the first included: what was sent while nobody listened is lost, so look yourself. */
  onConnect?: () => void;
  /** A connection was lost or refused; the next try follows by itself. */
  onError?: (error: Error) => void;
}

const firstRetryMs = 100;
const lastRetryMs = 2_000;

/** Hears NOTIFY on one channel over a connection of its own, and comes back by itself when the server went away. */
export class ChannelListener {
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private retryMs = firstRetryMs;
  private isStopped = false;

  constructor(private readonly options: ChannelListenerOptions) {}

  /** Resolves after the first try, successful or not. */
  async start(): Promise<void> {
    if (this.isStopped) return;
    const client = new Client({
      connectionString: this.options.url,
      application_name: `almanac-listen-${this.options.channel}`,
      keepAlive: true,
    });
    this.client = client;
    client.on('notification', ({ payload }) => this.options.onNotification(payload ?? ''));
    client.on('error', (error) => this.options.onError?.(error));
    client.once('end', () => this.retry());
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(this.options.channel)}`);
      this.retryMs = firstRetryMs;
      this.options.onConnect?.();
    } catch (error) {
      this.options.onError?.(error instanceof Error ? error : new Error(String(error)));
      await client.end().catch(() => this.retry());
      this.retry();
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.client?.end();
  }

  private retry(): void {
    if (this.isStopped || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.start();
    }, this.retryMs);
    this.timer.unref();
    this.retryMs = Math.min(this.retryMs * 2, lastRetryMs);
  }
}
