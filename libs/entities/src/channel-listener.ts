import { Client } from 'pg';

export interface ChannelListenerOptions {
  /** postgres:// URL of the database that sends. A standby cannot: name the primary. */
  url: string;
  channel: string;
  /** Runs for each notification, and once more {@link repeatMs} after it: see {@link ChannelListener}. */
  onNotification: (payload: string) => void;
  /** After every connect, the first included: what was sent while nobody listened is lost, so look yourself. */
  onConnect?: () => void;
  /** A connection was lost or refused; the next try follows by itself. */
  onError?: (error: Error) => void;
}

const firstRetryMs = 100;
const lastRetryMs = 2_000;
/** Longer than a commit takes. */
const repeatMs = 100;

/**
 * Hears NOTIFY on one channel over a connection of its own, and comes back by itself when the server went away. Only one
 * transaction at a time sends notifications; those that commit beside it send none. So each notification is repeated once.
 */
export class ChannelListener {
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private repeatTimer?: NodeJS.Timeout;
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
    client.on('notification', ({ payload }) => this.hear(payload ?? ''));
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
    clearTimeout(this.repeatTimer);
    await this.client?.end();
  }

  private hear(payload: string): void {
    this.options.onNotification(payload);
    if (this.isStopped || this.repeatTimer) return;
    this.repeatTimer = setTimeout(() => {
      this.repeatTimer = undefined;
      this.options.onNotification(payload);
    }, repeatMs);
    this.repeatTimer.unref();
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
