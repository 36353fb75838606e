import { Client } from 'pg';
import { isBehindPooler } from './connections/connection-setup';
import { KEEP_ALIVE_DELAY_MS } from './connections/pool';

export interface ChannelListenerOptions {
  /** postgres:// URL of the primary, without a pooler. A standby sends no notifications. */
  url: string;
  /**
   * The handlers of notifications, by channel; all channels share one connection. A handler runs for each notification. It runs once more
   * when no further notification of its channel has arrived for 100 ms. {@link ChannelListener} gives the reason.
   */
  channels: Record<string, (payload: string) => void>;
  /** Called each time the listener has connected. Earlier notifications are lost, so the callback must read the current state. */
  onConnect?: () => void;
  /**
   * Called when a connection was lost or refused; the listener reconnects by itself. After {@link ListenerBehindPoolerError}, it does not.
   */
  onError?: (error: Error) => void;
}

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 2_000;
/** The time until a handler runs again after the last notification; longer than a commit takes. */
const REPEAT_MS = 100;
const CONNECT_TIMEOUT_MS = 5_000;

/** The error of a listener behind a pooler. PgBouncer accepts LISTEN without an error, but delivers no notification. */
export class ListenerBehindPoolerError extends Error {
  constructor() {
    super(
      'LISTEN does not work through a connection pooler: set DATABASE_DIRECT_URL (CALENDAR_DATABASE_DIRECT_URL for a calendar in its own database) to the PostgreSQL server itself. Until then changes are found by polling.',
    );
    this.name = 'ListenerBehindPoolerError';
  }
}

/**
 * Listens for notifications (LISTEN) on a connection of its own, and reconnects by itself. The triggers of both schemas let only one
 * transaction at a time send a notification; transactions that commit at the same time send none. So each handler runs again 100 ms after
 * the last notification, when the changes of these transactions are visible.
 */
export class ChannelListener {
  private client?: Client;
  private retryTimer?: NodeJS.Timeout;
  private readonly repeatTimers = new Map<string, NodeJS.Timeout>();
  private retryMs = FIRST_RETRY_MS;
  private isStopped = false;

  constructor(private readonly options: ChannelListenerOptions) {}

  /** Resolves after the first attempt to connect, also when it failed. */
  async start(): Promise<void> {
    if (this.isStopped) return;
    const { url, onConnect, onError } = this.options;
    const client = new Client({
      connectionString: url,
      application_name: 'almanac-listen',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    });
    this.client = client;
    client.on('notification', ({ channel, payload }) => this.handle(channel, payload ?? ''));
    client.on('error', (error) => onError?.(error));
    client.once('end', () => this.scheduleRetry());
    try {
      await client.connect();
      if (await isBehindPooler(client)) return await this.giveUp(client);
      await this.listen(client);
      this.retryMs = FIRST_RETRY_MS;
      onConnect?.();
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)));
      await client.end().catch(() => undefined);
      this.scheduleRetry();
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retryTimer);
    for (const timer of this.repeatTimers.values()) clearTimeout(timer);
    await this.client?.end();
  }

  private async listen(client: Client): Promise<void> {
    for (const channel of Object.keys(this.options.channels))
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
  }

  private handle(channel: string, payload: string): void {
    const handler = this.options.channels[channel];
    if (!handler) return;
    handler(payload);
    if (this.isStopped) return;
    clearTimeout(this.repeatTimers.get(channel));
    this.repeatTimers.set(channel, setTimeout(() => handler(payload), REPEAT_MS).unref());
  }

  /** Stops without a retry, because no notification arrives through a pooler. */
  private async giveUp(client: Client): Promise<void> {
    this.isStopped = true;
    this.options.onError?.(new ListenerBehindPoolerError());
    await client.end();
  }

  private scheduleRetry(): void {
    if (this.isStopped || this.retryTimer) return;
    this.retryTimer = setTimeout(() => {
      this.retryTimer = undefined;
      void this.start();
    }, this.retryMs);
    this.retryTimer.unref();
    this.retryMs = Math.min(this.retryMs * 2, MAX_RETRY_MS);
  }
}
