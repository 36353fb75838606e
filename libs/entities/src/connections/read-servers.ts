import { databaseFailureOf, isPoolExhausted, messageOf } from '@almanac/errors';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { openPool, type PoolOptions } from './pool';

const PROBE_PAUSE_MS = 1_000;
/** Maximum time to connect to the replica for a probe, and maximum time of the statement of the probe. */
const PROBE_TIMEOUT_MS = 2_000;
/** SQLSTATE of a statement that a replica cancels because of changes from the primary. The primary can run the statement. */
const RECOVERY_CONFLICT = '40001';

export interface ReadServersOptions {
  primaryUrl: string;
  /** Absent: the primary serves every read. */
  replicaUrl?: string;
  /** @param reason the message of the error */
  onReplicaLost: (reason: string) => void;
  onReplicaBack: () => void;
}

/** A statement that changes nothing. */
export interface ReadStatement {
  text: string;
  values?: unknown[];
  /** Prepared once per connection under this name. */
  name?: string;
}

/** Runs one statement that changes nothing. */
export type ReadQuery = <Row extends object>(statement: ReadStatement) => Promise<{ rows: Row[] }>;

/** Sends reads to the replica, or to the primary while the replica cannot be reached. All pools switch together. */
export class ReadServers {
  private isReplicaUp = true;
  private readonly closing = new AbortController();
  private probing?: Promise<void>;
  private checking?: Promise<void>;
  private switches = 0;
  private readonly watchers: (() => void)[] = [];
  private readonly pools: Pool[] = [];

  constructor(private readonly options: ReadServersOptions) {}

  get hasReplica(): boolean {
    return this.options.replicaUrl !== undefined;
  }

  get readsFromReplica(): boolean {
    return this.hasReplica && this.isReplicaUp;
  }

  /** The number of switches between replica and primary. Data read after a switch may be older than data read before it. */
  get switchCount(): number {
    return this.switches;
  }

  /** Calls `watcher` after every switch. */
  onChange(watcher: () => void): void {
    this.watchers.push(watcher);
  }

  /** Opens a pool on the primary and, if there is a replica, one on the replica. Reads go to one of them, see {@link ReadPool}. */
  pool(options: Omit<PoolOptions, 'url'>): ReadPool {
    const { primaryUrl, replicaUrl } = this.options;
    const primary = this.open(primaryUrl, options);
    return new ReadPool(this, primary, replicaUrl === undefined ? undefined : this.open(replicaUrl, options));
  }

  /**
   * Sends reads to the primary until the replica responds again.
   * @param error the error by which a pool noticed the loss of the replica
   */
  reportLost(error: unknown): void {
    if (!this.isReplicaUp) return;
    this.options.onReplicaLost(messageOf(error));
    this.setReplicaUp(false);
    this.probing = this.probe();
  }

  /**
   * Connects to the replica, and calls {@link reportLost} if it does not respond. One check runs at a time.
   * @param error why the replica may be lost
   */
  checkReplica(error: unknown): void {
    if (!this.isReplicaUp) return;
    this.checking ??= this.check(error).finally(() => (this.checking = undefined));
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.probing, this.checking, ...this.pools.map((pool) => pool.end())]);
  }

  private open(url: string, options: Omit<PoolOptions, 'url'>): Pool {
    const pool = openPool({ ...options, url });
    this.pools.push(pool);
    return pool;
  }

  private setReplicaUp(isReplicaUp: boolean): void {
    this.isReplicaUp = isReplicaUp;
    this.switches += 1;
    for (const watcher of this.watchers) watcher();
  }

  private openProbePool(): Pool {
    const { replicaUrl = '' } = this.options;
    const limits = { statementTimeoutMs: PROBE_TIMEOUT_MS };
    const timeout = { connectTimeoutMs: PROBE_TIMEOUT_MS, onError: () => undefined };
    return openPool({ url: replicaUrl, name: 'almanac-probe', max: 1, limits, ...timeout });
  }

  private async check(error: unknown): Promise<void> {
    const pool = this.openProbePool();
    const isUp = await responds(pool);
    if (!isUp && !this.closing.signal.aborted) this.reportLost(error);
    await pool.end();
  }

  /** Polls the replica until it responds, and then switches back to it. */
  private async probe(): Promise<void> {
    const { onReplicaBack } = this.options;
    const pool = this.openProbePool();
    const { signal } = this.closing;
    while (!signal.aborted && !this.isReplicaUp) {
      await pause(PROBE_PAUSE_MS, undefined, { ref: false, signal }).catch(ignore);
      const isUp = !signal.aborted && (await responds(pool));
      // `close` may have been called while the replica was polled.
      if (!isUp || this.closing.signal.aborted) continue;
      onReplicaBack();
      this.setReplicaUp(true);
    }
    await pool.end();
  }
}

/**
 * Connections for reads: to the replica while it is up, else to the primary. If the replica is lost, or cancels a statement because of
 * changes from the primary, the read is run again on the primary; but not statements on a connection from `connect`. A read that waits too
 * long for a free connection fails, unless the replica is lost: slow statements are no loss, and would also slow down the primary.
 */
export class ReadPool {
  constructor(
    private readonly servers: ReadServers,
    private readonly primary: Pool,
    private readonly replica?: Pool,
  ) {}

  /** The number of open connections, also idle ones, of the pool that is in use: that of the replica or of the primary. */
  get totalCount(): number {
    return this.activePool.totalCount;
  }

  get idleCount(): number {
    return this.activePool.idleCount;
  }

  get waitingCount(): number {
    return this.activePool.waitingCount;
  }

  async query<Row extends object>({ text, values, name }: ReadStatement): Promise<{ rows: Row[] }> {
    return this.withFallback((pool) => pool.query({ text, values, name }));
  }

  /** Returns a connection for several statements. The caller gives it back with `release`. */
  connect(): Promise<PoolClient> {
    return this.withFallback(checkOutClient);
  }

  /**
   * Runs reads in one transaction, in which every statement sees the same data.
   * @param work runs again, on the primary, when the replica is lost or cancels a statement
   */
  async snapshot<T>(work: (query: ReadQuery) => Promise<T>): Promise<T> {
    return this.withFallback((pool) => inSnapshot(pool, work));
  }

  private get activePool(): Pool {
    return this.replica && this.servers.readsFromReplica ? this.replica : this.primary;
  }

  private async withFallback<T>(work: (pool: Pool) => Promise<T>): Promise<T> {
    const pool = this.activePool;
    try {
      return await work(pool);
    } catch (error) {
      const failure = pool === this.replica ? databaseFailureOf(error) : undefined;
      if (failure === 'lost') this.servers.reportLost(error);
      if (failure === 'busy' && isPoolExhausted(error)) this.servers.checkReplica(error);
      if (failure === 'lost' || (failure === 'busy' && this.mayUsePrimary(error))) return work(this.primary);
      throw error;
    }
  }

  /**
   * Whether a read that failed because the replica was busy runs again on the primary: if the replica cancelled it because of changes from
   * the primary, or if the replica was lost meanwhile. Reads that already wait for a connection at the moment of the loss fail as if the
   * replica were busy.
   */
  private mayUsePrimary(error: unknown): boolean {
    return isRecoveryConflict(error) || !this.servers.readsFromReplica;
  }
}

function isRecoveryConflict(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === RECOVERY_CONFLICT;
}

function ignore(): void {}

async function responds(pool: Pool): Promise<boolean> {
  return pool.query('select 1').then(
    () => true,
    () => false,
  );
}

/**
 * Takes a connection from the pool, and adds an error handler until the connection is released. Without a handler, the loss of the
 * connection would end the process. The handler does nothing, because the next statement fails with the error.
 */
async function checkOutClient(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  client.on('error', ignore);
  const { release } = client;
  client.release = (failure) => {
    client.removeListener('error', ignore);
    release.call(client, failure);
  };
  return client;
}

async function inSnapshot<T>(pool: Pool, work: (query: ReadQuery) => Promise<T>): Promise<T> {
  const client = await checkOutClient(pool);
  try {
    await client.query('begin isolation level repeatable read read only');
    const result = await work((statement) => client.query(statement));
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    client.release(!isUsable);
    throw error;
  }
}
