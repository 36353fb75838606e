import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Databases } from '../databases/databases';

/**
 * A worker reserves the permits for this period with one statement, but at least one permit. The period is short, because a killed worker
 * loses its permits.
 */
const RESERVED_SECONDS = 0.2;

/** The unused part of a reservation. Each permit allows one mail. A permit becomes valid 1/`MAIL_RATE` seconds after the previous one. */
interface Permits {
  /** When the next permit becomes valid, by `performance.now()`. */
  nextAt: number;
  left: number;
}

/**
 * Limits the mails per second of all workers together (`MAIL_RATE`). The table `mail_rate` stores when the next mail may be sent. A
 * worker reserves the permits for a fifth of a second with one statement.
 */
@Injectable()
export class MailRate {
  private permits: Permits = { nextAt: 0, left: 0 };
  private lastPermit: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly databases: Databases,
    private readonly configuration: SchedulerWorkerConfiguration,
  ) {}

  /**
   * Resolves when one more mail may be sent; at once if `MAIL_RATE` is not set.
   * @param signal ends the wait early; then no mail may be sent
   */
  async waitForPermit(signal: AbortSignal): Promise<void> {
    const { mailRate } = this.configuration;
    if (mailRate === undefined || signal.aborted) return;
    // One caller at a time: otherwise each concurrent caller would make its own reservation.
    const permit = this.lastPermit.then(() => this.takePermit(mailRate));
    this.lastPermit = permit.catch(() => undefined);
    const at = await permit;
    const waitMs = at - performance.now();
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }

  /** Reserves a permit for a mail that is sent at once, without waiting for the permit. So the rate limit counts this mail, too. */
  async reserveWithoutWaiting(): Promise<void> {
    const { mailRate } = this.configuration;
    if (mailRate !== undefined) await this.reserve(1, mailRate);
  }

  /** Takes the next permit. @returns when it becomes valid, by `performance.now()` */
  private async takePermit(mailRate: number): Promise<number> {
    const { permits } = this;
    if (permits.left === 0) {
      const count = Math.max(1, Math.floor(mailRate * RESERVED_SECONDS));
      const waitMs = await this.reserve(count, mailRate);
      permits.nextAt = performance.now() + waitMs;
      permits.left = count;
    }
    const at = permits.nextAt;
    permits.nextAt += 1_000 / mailRate;
    permits.left -= 1;
    return at;
  }

  /** Reserves permits. @returns milliseconds until the first of them becomes valid */
  private async reserve(count: number, mailRate: number): Promise<number> {
    const [rows] = await this.databases.publishing.query<[{ waitMs: number }[], number]>(
      `update publishing.mail_rate set next_at = greatest(next_at, clock_timestamp()) + make_interval(secs => $1::float8)
       returning (extract(epoch from next_at - clock_timestamp()) - $1::float8) * 1000 as "waitMs"`,
      [count / mailRate],
    );
    return Number(rows[0]?.waitMs ?? 0);
  }
}
