import { type Pool } from 'pg';

const FLUSH_INTERVAL_MS = 1_000;
/** If a key has pending points (counted events) of at least this share of its limit, all counts are flushed immediately. */
const EARLY_FLUSH_SHARE = 0.1;
const KEYS_PER_STATEMENT = 1_000;
/** With more keys, those without pending points are deleted from memory. The flush after the next event of a key reads its total again. */
const MAX_KEYS_IN_MEMORY = 50_000;

/** The count of one key in one time window. */
interface Counter {
  key: string;
  /** Points of all replicas at the last flush. */
  total: number;
  /** Points that this process has counted since the last flush. */
  pending: number;
  durationMs: number;
  /** End of the window in milliseconds, on the clock of `performance.now()`. */
  endsAt: number;
}

interface TotalRow {
  key: string;
  points: number;
  msBeforeNext: number;
}

/** The part of a limit that these counters need. */
export interface CountedLimit {
  name: string;
  maxEvents: number;
  durationSeconds: number;
}

/** Adds counts to the shared rows and returns the totals. Locks the rows in the order of their keys, to avoid deadlocks. */
function flushStatement(schema: string): string {
  const nowMs = '(extract(epoch from now()) * 1000)::bigint';
  return `insert into ${schema}.rate_limits as r (key, points, expire)
    select key, points, ${nowMs} + duration from unnest($1::text[], $2::int[], $3::bigint[]) as u (key, points, duration)
    order by key
    on conflict (key) do update set
      points = case when r.expire > ${nowMs} then r.points else 0 end + excluded.points,
      expire = case when r.expire > ${nowMs} then r.expire else excluded.expire end
    returning key, points, (expire - ${nowMs})::float8 as "msBeforeNext"`;
}

/**
 * Counts events in memory. Once a second, or earlier for keys with many events, it adds the counts to the shared rows and reads the totals
 * of all replicas. One statement does this for up to a thousand keys. Together the replicas can exceed a limit by the events of one second.
 * While PostgreSQL cannot be reached, each replica counts alone.
 */
export class BufferedCounters {
  private readonly counters = new Map<string, Counter>();
  private readonly statement: string;
  private flushing?: Promise<void>;
  private timer?: NodeJS.Timeout;
  private isFailing = false;
  private isClosed = false;

  constructor(
    private readonly pool: Pool,
    schema: string,
  ) {
    this.statement = flushStatement(schema);
  }

  /**
   * Counts one event. An event above the limit is not counted, and causes no statement.
   * @param id identifies whose events are counted, e.g. an IP address
   * @returns milliseconds until the next event is allowed; 0 if this event is allowed
   */
  consume(limit: CountedLimit, id: string): number {
    const msUntilAllowed = this.msUntilAllowed(limit, id);
    if (msUntilAllowed > 0) return msUntilAllowed;
    const counter = this.counterOf(limit, id);
    counter.pending += 1;
    if (!this.isFailing && counter.pending >= limit.maxEvents * EARLY_FLUSH_SHARE) void this.flush();
    else this.schedule();
    return 0;
  }

  /** Milliseconds until the next event is allowed; 0 if one is allowed now. */
  msUntilAllowed(limit: CountedLimit, id: string): number {
    const { total, pending, endsAt } = this.counterOf(limit, id);
    return total + pending < limit.maxEvents ? 0 : Math.max(1, endsAt - performance.now());
  }

  /** Deletes a counter from memory. Its row stays in the database. */
  forget({ name }: CountedLimit, id: string): void {
    this.counters.delete(`${name}:${id}`);
  }

  /** Writes the remaining counts and stops the timer. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.flushing;
    await this.flush();
  }

  /** Writes all pending counts. Calls during a flush share this flush. */
  flush(): Promise<void> {
    this.flushing ??= this.flushAll().finally(() => {
      this.flushing = undefined;
      if (this.pendingCounters().length > 0) this.schedule();
    });
    return this.flushing;
  }

  private counterOf({ name, durationSeconds }: CountedLimit, id: string): Counter {
    const key = `${name}:${id}`;
    const now = performance.now();
    const known = this.counters.get(key);
    if (known && known.endsAt > now) return known;
    const durationMs = durationSeconds * 1000;
    const counter = { key, total: 0, pending: 0, durationMs, endsAt: now + durationMs };
    this.counters.set(key, counter);
    return counter;
  }

  private schedule(): void {
    if (this.timer || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.flush();
    }, FLUSH_INTERVAL_MS);
    this.timer.unref();
  }

  private pendingCounters(): Counter[] {
    return [...this.counters.values()].filter(({ pending }) => pending > 0);
  }

  private async flushAll(): Promise<void> {
    const pending = this.pendingCounters();
    try {
      for (let from = 0; from < pending.length; from += KEYS_PER_STATEMENT)
        await this.write(pending.slice(from, from + KEYS_PER_STATEMENT));
      this.isFailing = false;
    } catch {
      this.isFailing = true;
      // The counts stay pending and still limit this replica; the next flush tries again.
    }
    this.deleteExpired();
  }

  private async write(batch: Counter[]): Promise<void> {
    const counts = new Map(batch.map((counter) => [counter.key, { counter, added: counter.pending }]));
    const { rows } = await this.pool.query<TotalRow>(this.statement, [
      batch.map(({ key }) => key),
      batch.map(({ pending }) => pending),
      batch.map(({ durationMs }) => durationMs),
    ]);
    const now = performance.now();
    for (const { key, points, msBeforeNext } of rows) {
      const count = counts.get(key);
      if (!count) continue;
      count.counter.pending -= count.added;
      count.counter.total = points;
      count.counter.endsAt = now + msBeforeNext;
    }
  }

  private deleteExpired(): void {
    const now = performance.now();
    const isFull = this.counters.size > MAX_KEYS_IN_MEMORY;
    for (const [key, { endsAt, pending }] of this.counters) {
      if (endsAt <= now || (isFull && pending === 0)) this.counters.delete(key);
    }
  }
}
