import { TooManyRequestsError } from '@almanac/errors';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { type Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { SettledCounters } from './settled-counters';

/** How often something may happen, e.g. five sign-ins per account in ten minutes. */
export interface RateLimit {
  /** Names the counter; two limits with one name share it. */
  name: string;
  points: number;
  durationSeconds: number;
  /** How long to refuse once over the limit; the rest of the window when absent. */
  blockSeconds?: number;
  /**
   * For limits of many requests: counted in memory and settled with the other replicas once a second, without a statement for
   * each request. Absent: counted in the database before the request is answered, exact over all replicas.
   */
  isSettledLater?: boolean;
}

export interface RateLimitsOptions {
  /** Where the counters live, shared by all replicas. Its table `<schema>.rate_limits` is made by a migration. */
  pool: Pool;
  schema: string;
  /** False lets everything pass, for load tests. */
  isEnabled: boolean;
}

/** Rate limits shared between replicas. While the store cannot be reached, each replica counts by itself rather than let everything pass. */
@Injectable()
export class RateLimits implements BeforeApplicationShutdown {
  private readonly limiters = new Map<string, RateLimiterPostgres>();
  private readonly counters: SettledCounters;

  constructor(private readonly options: RateLimitsOptions) {
    this.counters = new SettledCounters(options.pool, options.schema);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.counters.close();
  }

  /**
   * Counts one event for `key`.
   * @param message what the caller is told when there were too many
   * @throws TooManyRequestsError with the seconds until the next try
   */
  async consume(limit: RateLimit, key: string, message = 'Too many requests.'): Promise<void> {
    if (!this.options.isEnabled) return;
    if (limit.isSettledLater) return assertAllowed(this.counters.consume(limit, key), message);
    try {
      await this.limiter(limit).consume(key);
    } catch (outcome) {
      throw this.refusal(outcome, message);
    }
  }

  /**
   * Looks without counting: for limits that count failures only.
   * @throws TooManyRequestsError when `key` is over the limit
   */
  async assertNotExceeded(limit: RateLimit, key: string, message = 'Too many requests.'): Promise<void> {
    if (!this.options.isEnabled) return;
    if (limit.isSettledLater) return assertAllowed(this.counters.refusedMs(limit, key), message);
    const state = await this.limiter(limit).get(key);
    if (state && state.consumedPoints >= limit.points && state.msBeforeNext > 0) throw this.refusal(state, message);
  }

  /** Forgets what was counted for `key`, e.g. after a successful sign-in. */
  async reset(limit: RateLimit, key: string): Promise<void> {
    if (!this.options.isEnabled) return;
    this.counters.forget(limit, key);
    await this.limiter(limit).delete(key);
  }

  private refusal(outcome: unknown, message: string): unknown {
    if (!(outcome instanceof RateLimiterRes)) return outcome;
    return tooManyRequests(outcome.msBeforeNext, message);
  }

  private limiter(limit: RateLimit): RateLimiterPostgres {
    const known = this.limiters.get(limit.name);
    if (known) return known;
    const figures = {
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.durationSeconds,
      blockDuration: limit.blockSeconds,
    };
    const limiter = new RateLimiterPostgres({
      ...figures,
      storeClient: this.options.pool,
      schemaName: this.options.schema,
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      insuranceLimiter: new RateLimiterMemory(figures),
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
