import { messageOf } from '@almanac/errors';
import { ChannelListener } from '@almanac/entities';
import { Logger } from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ContentDatabase } from '../database/content-database';

/** The interval at which the revision is read without a notification, because a notification can be missed. */
const POLL_MS = 500;
/** A revision that was not read again within this time counts as unknown. */
const MAX_AGE_MS = 5_000;
/**
 * The interval at which the revision is read from a replica that has not replayed the announced revision yet, and the delay of a read
 * after reads moved to another server during the last one.
 */
const REPLICA_RETRY_MS = 20;

/**
 * The revision of all published content, read from the same server as the content. Each transaction that changes content raises the
 * revision, and the primary announces the new revision by NOTIFY. A replica can still have the old rows then. So it is polled until its own
 * revision reaches the announced one, and only then the new revision is used. If several transactions raise the revision at the same time,
 * only one of them sends a notification. Later reads find the revisions of the others.
 */
@Injectable()
export class SiteRevision implements OnApplicationBootstrap, OnApplicationShutdown {
  private revision?: bigint;
  /** The number of switches between replica and primary. */
  private epoch = 0;
  /** Epoch and revision, so that revisions from different servers never match. */
  private id?: string;
  /** The newest revision that the primary announced on the current connection; 0 before the first announcement. */
  private announced = 0n;
  /** Start of the last successful read, on the clock of `performance.now()`. */
  private readAtMs = 0;
  private isReading = false;
  private isClosed = false;
  private timer?: NodeJS.Timeout;
  private readonly changeHandlers: (() => void)[] = [];
  private readonly channelListener: ChannelListener;

  constructor(
    private readonly database: ContentDatabase,
    private readonly logger: Logger,
    { databaseUrl, databaseDirectUrl }: ContentApiConfiguration,
  ) {
    this.channelListener = new ChannelListener({
      url: databaseDirectUrl ?? databaseUrl,
      channels: { publishing_site_revision: (payload) => this.receive(payload) },
      onConnect: () => {
        // After a failover, the new primary may lack the revision that the former one announced.
        this.announced = 0n;
        void this.read();
      },
      onError: (error) => this.logger.warn(`Lost the connection that listens for site revisions: ${messageOf(error)}`),
    });
    database.servers.onChange(() => this.reset());
  }

  /** The id of the current revision; undefined while it is unknown. */
  get current(): string | undefined {
    return performance.now() - this.readAtMs < MAX_AGE_MS ? this.id : undefined;
  }

  /** Calls `handler` after every change of the revision, and when reads move to another server. */
  onChange(handler: () => void): void {
    this.changeHandlers.push(handler);
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all([this.channelListener.start(), this.read()]);
    this.schedule(POLL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.channelListener.stop();
  }

  private receive(payload: string): void {
    if (!/^\d+$/.test(payload)) return;
    const announced = BigInt(payload);
    // `ChannelListener` calls this handler again 100 ms after a notification, so an older revision can arrive after a newer one.
    if (announced > this.announced) this.announced = announced;
    void this.read();
  }

  private schedule(delayMs: number): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), delayMs);
    this.timer.unref();
  }

  private async read(): Promise<void> {
    if (this.isReading || this.isClosed) return;
    this.isReading = true;
    const startedAtMs = performance.now();
    const { epoch } = this;
    /** Not after an error: the server may stay unreachable, and each attempt is logged. */
    let isReadAgainSoon = false;
    try {
      // A separate connection, so that the revision is read even while all connections for content are busy.
      const { rows } = await this.database.watch.query<{ revision: string }>({
        name: 'site_revision',
        text: 'select revision from publishing.site_revision',
      });
      isReadAgainSoon = epoch !== this.epoch;
      if (isReadAgainSoon) return;
      this.readAtMs = startedAtMs;
      const revision = BigInt(rows[0]?.revision ?? 0);
      this.update(revision);
      isReadAgainSoon = revision < this.announced;
    } catch (error) {
      this.logger.warn(`The site revision could not be read: ${messageOf(error)}`);
    } finally {
      this.isReading = false;
      this.schedule(isReadAgainSoon ? REPLICA_RETRY_MS : POLL_MS);
    }
  }

  /** Called when reads move to another server, whose revision is unknown. */
  private reset(): void {
    this.epoch = this.database.servers.switchCount;
    this.readAtMs = 0;
    this.revision = undefined;
    this.id = undefined;
    for (const handler of this.changeHandlers) handler();
    void this.read();
  }

  private update(revision: bigint): void {
    if (revision === this.revision) return;
    this.revision = revision;
    this.id = `${this.epoch}.${revision}`;
    for (const handler of this.changeHandlers) handler();
  }
}
