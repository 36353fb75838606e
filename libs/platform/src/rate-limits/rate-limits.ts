import { TooManyRequestsError } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { type Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** How often something may happen, e.g. five sign-ins per account in ten minutes. */
export interface RateLimit {
  /** Names the counter; two limits with one name share it. */
  name: string;
  points: number;
  durationSeconds: number;
  /** How long to refuse once over the limit; the rest of the window when absent. */
  blockSeconds?: number;
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
export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterPostgres>();

  constructor(private readonly options: RateLimitsOptions) {}

  /**
   * Counts one event for `key`.
   * @param message what the caller is told when there were too many
   * @throws TooManyRequestsError with the seconds until the next try
   */
  async consume(limit: RateLimit, key: string, message = 'Too many requests.'): Promise<void> {
    if (!this.options.isEnabled) return;
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
    const state = await this.limiter(limit).get(key);
    if (state && state.consumedPoints >= limit.points && state.msBeforeNext > 0) throw this.refusal(state, message);
  }

  /** Forgets what was counted for `key`, e.g. after a successful sign-in. */
  async reset(limit: RateLimit, key: string): Promise<void> {
    if (this.options.isEnabled) await this.limiter(limit).delete(key);
  }

  private refusal(outcome: unknown, message: string): unknown {
    if (!(outcome instanceof RateLimiterRes)) return outcome;
    return new TooManyRequestsError(message, {
      retryAfterSeconds: Math.max(1, Math.ceil(outcome.msBeforeNext / 1000)),
    });
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
