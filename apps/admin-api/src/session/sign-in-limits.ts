import { TooManyRequestsError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { withWaitingTimeInMessage } from '../http/waiting-time-in-message';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** Attempts at one account from one IP address, as in Ghost. A success resets the count. */
const perAccountAndIp: RateLimit = { name: 'sign-in', maxEvents: 5, durationSeconds: 10 * MINUTE_SECONDS };
/** Attempts from a known device, i.e. a browser in which the user signed in before. Other devices do not change this count. */
const perDevice: RateLimit = { name: 'sign-in-device', maxEvents: 5, durationSeconds: 10 * MINUTE_SECONDS };

/** Failed attempts at one account, from all IP addresses. At the limit, each IP address has one attempt in 10 minutes. */
const accountFailures: RateLimit = { name: 'sign-in-account', maxEvents: 20, durationSeconds: HOUR_SECONDS };
/** Attempts at an account that has reached `accountFailures`, from one IP address. */
const slowedAccount: RateLimit = { name: 'sign-in-account-slowed', maxEvents: 1, durationSeconds: 10 * MINUTE_SECONDS };
/** Failed attempts from one IP address, at all accounts. At the limit, the address has one attempt a minute. */
const ipFailures: RateLimit = { name: 'sign-in-address', maxEvents: 100, durationSeconds: HOUR_SECONDS };
/** Attempts from an IP address that has reached `ipFailures`. */
const slowedIp: RateLimit = { name: 'sign-in-address-slowed', maxEvents: 1, durationSeconds: MINUTE_SECONDS };

/** The properties of a sign-in by which the limits count it. */
export interface CountedAttempt {
  /** The username that the client sent, in lower case. */
  account: string;
  /** The IP address of the client. */
  ip: string;
  /** The session secret in the cookie of a known device; absent for other devices. */
  knownDevice?: string;
}

/**
 * Limits the guessing of passwords (ADR 0122). Failures from unknown devices do not lock the account: they only reduce the number
 * of attempts that unknown devices have. Known devices can still sign in.
 */
@Injectable()
export class SignInLimits {
  constructor(private readonly limits: RateLimits) {}

  /**
   * Counts an attempt and checks the limits.
   * @throws TooManyRequestsError with the time to wait in its message
   */
  async admit(attempt: CountedAttempt): Promise<void> {
    await withWaitingTimeInMessage('Too many sign-in attempts', () => this.countAttempt(attempt));
  }

  /** Counts a failed attempt. Failures from known devices are not counted. */
  async countFailure({ account, ip, knownDevice }: CountedAttempt): Promise<void> {
    if (knownDevice !== undefined) return;
    // A reached limit is no error for this attempt, which has failed already: `admit` checks the limit before the next attempt.
    await isWithinLimit(() => this.limits.consume(accountFailures, account));
    await isWithinLimit(() => this.limits.consume(ipFailures, ip));
  }

  /**
   * Resets the count of a known device. For another device, resets `perAccountAndIp` and `slowedAccount`. The counts of failures and
   * `slowedIp` stay.
   */
  async resetAfterSuccess({ account, ip, knownDevice }: CountedAttempt): Promise<void> {
    if (knownDevice !== undefined) return this.limits.reset(perDevice, deviceKey(knownDevice));
    await this.limits.reset(perAccountAndIp, `${account}|${ip}`);
    await this.limits.reset(slowedAccount, `${account}|${ip}`);
  }

  private async countAttempt({ account, ip, knownDevice }: CountedAttempt): Promise<void> {
    if (knownDevice !== undefined) return this.limits.consume(perDevice, deviceKey(knownDevice));
    const accountAndIp = `${account}|${ip}`;
    const counters: [RateLimit, string][] = [[perAccountAndIp, accountAndIp]];
    if (await this.isReached(accountFailures, account)) counters.push([slowedAccount, accountAndIp]);
    if (await this.isReached(ipFailures, ip)) counters.push([slowedIp, ip]);
    // All limits are checked first, so that no limit counts an attempt that another limit rejects.
    for (const [limit, key] of counters) await this.limits.assertNotReached(limit, key);
    for (const [limit, key] of counters) await this.limits.consume(limit, key);
  }

  private async isReached(limit: RateLimit, key: string): Promise<boolean> {
    return !(await isWithinLimit(() => this.limits.assertNotReached(limit, key)));
  }
}

async function isWithinLimit(check: () => Promise<void>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof TooManyRequestsError) return false;
    throw error;
  }
}

/** A digest, so that the counters do not contain secrets. */
function deviceKey(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
