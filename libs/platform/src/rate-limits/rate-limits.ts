import { TooManyRequestsError } from '@almanac/errors';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { BufferedCounters } from './buffered-counters';

/** The allowed number of events in a time window, for example five sign-ins per account in ten minutes. */
export interface RateLimit {
  /** The name of the counters. Limits with the same name share their counters. */
  name: string;
  /** The number of events that are allowed for each key in the time window. */
  maxEvents: number;
  /** The length of the time window. */
  durationSeconds: number;
  /**
   * True if events are counted in memory, and synchronized with the other replicas about once a second. This is for limits that very many
   * requests check. Otherwise each event is counted in PostgreSQL, so that the limit is exact for all replicas together.
   */
  isBuffered?: boolean;
}

export interface RateLimitsOptions {
  /** The database of the counters, in the table `<schema>.rate_limits`. All replicas share it. */
  pool: Pool;
  schema: string;
  /** False allows all events, for load tests. */
  isEnabled: boolean;
}

/** Rate limits that all replicas share. While PostgreSQL cannot be reached, each replica counts in memory. */
@Injectable()
export class RateLimits implements BeforeApplicationShutdown {
  private readonly limiters = new Map<string, RateLimiterPostgres>();
  private readonly counters: BufferedCounters;

  constructor(private readonly options: RateLimitsOptions) {
    this.counters = new BufferedCounters(options.pool, options.schema);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.counters.close();
  }

  /**
   * Counts one event for `key`, e.g. an IP address or the id of an account.
   * @param message the message of the error
   * @throws TooManyRequestsError with the seconds until the next event is allowed
   */
  async consume(limit: RateLimit, key: string, message = 'Too many requests.'): Promise<void> {
    if (!this.options.isEnabled) return;
    if (limit.isBuffered) return assertAllowed(this.counters.consume(limit, key), message);
    try {
      await this.limiter(limit).consume(key);
    } catch (outcome) {
      throw this.refusal(outcome, message);
    }
  }

  /**
   * Counts several events at once for `key`, or none if the limit does not allow all of them. The limit must not be buffered.
   * @throws TooManyRequestsError as `consume`
   */
  async consumeAll(limit: RateLimit, key: string, count: number): Promise<void> {
    if (!this.options.isEnabled) return;
    const limiter = this.limiter(limit);
    try {
      await limiter.consume(key, count);
    } catch (outcome) {
      // The library counts refused events, too.
      if (outcome instanceof RateLimiterRes) await limiter.reward(key, count);
      throw this.refusal(outcome, 'Too many requests.');
    }
  }

  /**
   * Checks a limit without counting, for limits that count only failures.
   * @throws TooManyRequestsError when the limit allows `key` no further event now
   */
  async assertNotReached(limit: RateLimit, key: string, message = 'Too many requests.'): Promise<void> {
    if (!this.options.isEnabled) return;
    if (limit.isBuffered) return assertAllowed(this.counters.msUntilAllowed(limit, key), message);
    const state = await this.limiter(limit).get(key);
    if (state && state.consumedPoints >= limit.maxEvents && state.msBeforeNext > 0) throw this.refusal(state, message);
  }

  /** Subtracts an event that was counted for `key`, for limits that count only failures. The limit must not be buffered. */
  async refund(limit: RateLimit, key: string): Promise<void> {
    if (this.options.isEnabled) await this.limiter(limit).reward(key);
  }

  /** Deletes the counter of `key`, for example after a successful sign-in. */
  async reset(limit: RateLimit, key: string): Promise<void> {
    if (!this.options.isEnabled) return;
    this.counters.forget(limit, key);
    await this.limiter(limit).delete(key);
  }

  /** The error to throw for a value that the library returned or threw: TooManyRequestsError for a reached limit, else the value itself. */
  private refusal(outcome: unknown, message: string): unknown {
    if (!(outcome instanceof RateLimiterRes)) return outcome;
    return tooManyRequests(outcome.msBeforeNext, message);
  }

  private limiter(limit: RateLimit): RateLimiterPostgres {
    const known = this.limiters.get(limit.name);
    if (known) return known;
    const options = { keyPrefix: limit.name, points: limit.maxEvents, duration: limit.durationSeconds };
    const limiter = new RateLimiterPostgres({
      ...options,
      storeClient: this.options.pool,
      schemaName: this.options.schema,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(options),
    });
    this.limiters.set(limit.name, limiter);
    return limiter;
  }
}

function tooManyRequests(waitMs: number, message: string): TooManyRequestsError {
  return new TooManyRequestsError(message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

function assertAllowed(waitMs: number, message: string): void {
  if (waitMs > 0) throw tooManyRequests(waitMs, message);
}
