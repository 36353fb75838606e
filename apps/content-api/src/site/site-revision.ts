import { ChannelListener } from '@almanac/entities';
import { Logger } from '@almanac/platform';
import { ContentApiConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ReadDatabase } from '../database/read-database';

/** The net under LISTEN/NOTIFY: how often the revision is looked at anyway. */
const POLL_MS = 500;
/** A revision nobody could confirm for so long is not known any more. */
const TRUST_MS = 5_000;
/** How often a replica that is behind is asked again. */
const REPLICA_RETRY_MS = 20;

/**
 * The revision of everything readers may see, as the database that is read from has it. The primary announces a new one;
 * a replica is then asked until it has it, so nothing read before that is kept as new. Each commit raises the revision, but
 * of transactions that commit together one announces it: the repeated notification and the poll find the others.
 */
@Injectable()
export class SiteRevision implements OnApplicationBootstrap, OnApplicationShutdown {
  private revision?: bigint;
  /** Tells revisions apart that were read from different servers. */
  private epoch = 0n;
  private announced = 0n;
  private confirmedAtMs = 0;
  private isAsking = false;
  private isClosed = false;
  private timer?: NodeJS.Timeout;
  private readonly watchers: (() => void)[] = [];
  private readonly listener: ChannelListener;

  constructor(
    private readonly database: ReadDatabase,
    private readonly logger: Logger,
    { databaseUrl, databaseDirectUrl }: ContentApiConfiguration,
  ) {
    this.listener = new ChannelListener({
      url: databaseDirectUrl ?? databaseUrl,
      channels: { publishing_site_revision: (payload) => this.hear(payload) },
      onConnect: () => void this.ask(),
      onError: (error) => this.logger.warn(`Lost the announcements of new revisions: ${error.message}`),
    });
    database.servers.onChange(() => this.forget());
  }

  /** The revision, or undefined while it is not known for sure. Only good for comparing: it also says which server was read. */
  get current(): bigint | undefined {
    if (this.revision === undefined || performance.now() - this.confirmedAtMs >= TRUST_MS) return undefined;
    return this.epoch + this.revision;
  }

  /** Calls back whenever the revision rose. */
  onRaise(watcher: () => void): void {
    this.watchers.push(watcher);
  }

  async onApplicationBootstrap(): Promise<void> {
    await Promise.all([this.listener.start(), this.ask()]);
    this.schedule(POLL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.listener.stop();
  }

  private hear(payload: string): void {
    if (!/^\d+$/.test(payload)) return;
    this.announced = BigInt(payload);
    void this.ask();
  }

  private schedule(delayMs: number): void {
    if (this.isClosed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), delayMs);
    this.timer.unref();
  }

  private async ask(): Promise<void> {
    if (this.isAsking || this.isClosed) return;
    this.isAsking = true;
    const askedAtMs = performance.now();
    const { epoch } = this;
    try {
      const { rows } = await this.database.watch.query<{ revision: string }>({
        name: 'site_revision',
        text: 'select revision from publishing.site_revision',
      });
      if (epoch !== this.epoch) return;
      this.confirmedAtMs = askedAtMs;
      this.set(BigInt(rows[0]?.revision ?? 0));
    } catch (error) {
      this.logger.warn(
        `The site's revision could not be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      this.isAsking = false;
      this.schedule((this.revision ?? 0n) < this.announced ? REPLICA_RETRY_MS : POLL_MS);
    }
  }

  /** Reads changed over to another server, whose revision is not known yet. */
  private forget(): void {
    this.epoch = BigInt(this.database.servers.generation) << 64n;
    this.confirmedAtMs = 0;
    this.revision = undefined;
    for (const watcher of this.watchers) watcher();
    void this.ask();
  }

  private set(revision: bigint): void {
    if (revision === this.revision) return;
    this.revision = revision;
    for (const watcher of this.watchers) watcher();
  }
}
