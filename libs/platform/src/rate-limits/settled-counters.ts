import { type Pool } from 'pg';

const SETTLE_EVERY_MS = 1_000;
/** A key is synchronized at once when this share of its points is not synchronized yet. */
const EARLY_SHARE = 0.1;
const KEYS_PER_STATEMENT = 1_000;
/** With more keys, synchronized ones are deleted from memory; the next settlement reads them again. */
const MAX_KEYS = 50_000;

/** The count of one key in one time window. */
interface Counter {
  key: string;
  /** Points of all replicas, as of the last settlement. */
  settled: number;
  /** Points counted in this process since then. */
  unsettled: number;
  durationMs: number;
  /** End of the window, on the monotonic clock of this process. */
  endsAt: number;
}

interface SettledRow {
  key: string;
  points: number;
  msBeforeNext: number;
}

/** The part of a limit that these counters need. */
export interface CountedLimit {
  name: string;
  points: number;
  durationSeconds: number;
}

/** Adds counts to the shared rows and returns the totals. Rows are locked in the order of their keys, which avoids deadlocks. */
function settlementOf(schema: string): string {
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
 * Counts events in memory. Once a second a settlement adds the counts to shared rows and reads the totals of all replicas, with
 * one statement for up to a thousand keys. Together the replicas can exceed a limit by the events of one second. While
 * PostgreSQL cannot be reached, each replica counts alone.
 */
export class SettledCounters {
  private readonly counters = new Map<string, Counter>();
  private readonly settlement: string;
  private settling?: Promise<void>;
  private timer?: NodeJS.Timeout;
  private isFailing = false;
  private isClosed = false;

  constructor(
    private readonly pool: Pool,
    schema: string,
  ) {
    this.settlement = settlementOf(schema);
  }

  /**
   * Counts one event. A refused event is not counted and causes no statement.
   * @returns milliseconds until the next event is allowed; 0 if this event is allowed
   */
  consume(limit: CountedLimit, id: string): number {
    const refusedMs = this.refusedMs(limit, id);
    if (refusedMs > 0) return refusedMs;
    const counter = this.counterOf(limit, id);
    counter.unsettled += 1;
    if (!this.isFailing && counter.unsettled >= limit.points * EARLY_SHARE) void this.settle();
    else this.schedule();
    return 0;
  }

  /** Milliseconds until the next event is allowed; 0 if one is allowed now. */
  refusedMs(limit: CountedLimit, id: string): number {
    const { settled, unsettled, endsAt } = this.counterOf(limit, id);
    return settled + unsettled < limit.points ? 0 : Math.max(1, endsAt - performance.now());
  }

  /** Deletes the counter of a key from memory. */
  forget({ name }: CountedLimit, id: string): void {
    this.counters.delete(`${name}:${id}`);
  }

  /** Writes the remaining counts and stops the timer. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.settling;
    await this.settle();
  }

  /** Writes all unsettled counts; one settlement runs at a time. */
  settle(): Promise<void> {
    this.settling ??= this.settleAll().finally(() => {
      this.settling = undefined;
      if (this.unsettled().length > 0) this.schedule();
    });
    return this.settling;
  }

  private counterOf({ name, durationSeconds }: CountedLimit, id: string): Counter {
    const key = `${name}:${id}`;
    const now = performance.now();
    const known = this.counters.get(key);
    if (known && known.endsAt > now) return known;
    const durationMs = durationSeconds * 1000;
    const counter = { key, settled: 0, unsettled: 0, durationMs, endsAt: now + durationMs };
    this.counters.set(key, counter);
    return counter;
  }

  private schedule(): void {
    if (this.timer || this.isClosed) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.settle();
    }, SETTLE_EVERY_MS);
    this.timer.unref();
  }

  private unsettled(): Counter[] {
    return [...this.counters.values()].filter(({ unsettled }) => unsettled > 0);
  }

  private async settleAll(): Promise<void> {
    const open = this.unsettled();
    try {
      for (let from = 0; from < open.length; from += KEYS_PER_STATEMENT)
        await this.write(open.slice(from, from + KEYS_PER_STATEMENT));
      this.isFailing = false;
    } catch {
      this.isFailing = true;
      // The counts stay unsettled and still limit this replica; the next settlement tries again.
    }
    this.deleteExpired();
  }

  private async write(batch: Counter[]): Promise<void> {
    const counts = new Map(batch.map((counter) => [counter.key, { counter, added: counter.unsettled }]));
    const { rows } = await this.pool.query<SettledRow>(this.settlement, [
      batch.map(({ key }) => key),
      batch.map(({ unsettled }) => unsettled),
      batch.map(({ durationMs }) => durationMs),
    ]);
    const now = performance.now();
    for (const { key, points, msBeforeNext } of rows) {
      const count = counts.get(key);
      if (!count) continue;
      count.counter.unsettled -= count.added;
      count.counter.settled = points;
      count.counter.endsAt = now + msBeforeNext;
    }
  }

  private deleteExpired(): void {
    const now = performance.now();
    const isFull = this.counters.size > MAX_KEYS;
    for (const [key, { endsAt, unsettled }] of this.counters) {
      if (endsAt <= now || (isFull && unsettled === 0)) this.counters.delete(key);
    }
  }
}
