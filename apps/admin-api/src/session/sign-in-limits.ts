import { TooManyRequestsError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { explainRetry } from '../http/explain-retry';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** Attempts at one account from one IP address, as in Ghost; a success resets them. */
const perAccountAndIp: RateLimit = { name: 'sign-in', points: 5, durationSeconds: 10 * MINUTE_SECONDS };
/** Attempts from a device in which the user signed in before; other devices cannot use them up. */
const perDevice: RateLimit = { name: 'sign-in-device', points: 5, durationSeconds: 10 * MINUTE_SECONDS };

/** Failed attempts at one account, from all IP addresses. Beyond the limit, each IP address has one attempt in 10 minutes. */
const accountFailures: RateLimit = { name: 'sign-in-account', points: 20, durationSeconds: HOUR_SECONDS };
const slowedAccount: RateLimit = { name: 'sign-in-account-slowed', points: 1, durationSeconds: 10 * MINUTE_SECONDS };
/** Failed attempts from one IP address, at all accounts. Beyond the limit, the address has one attempt a minute. */
const ipFailures: RateLimit = { name: 'sign-in-address', points: 100, durationSeconds: HOUR_SECONDS };
const slowedIp: RateLimit = { name: 'sign-in-address-slowed', points: 1, durationSeconds: MINUTE_SECONDS };

/** The properties by which the limits count a sign-in. */
export interface CountedAttempt {
  /** The given username in lower case. */
  account: string;
  /** The IP address of the client. */
  ip: string;
  /** The secret of the device, if the user signed in with it before. */
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
    await explainRetry('Too many sign-in attempts', () => this.countAttempt(attempt));
  }

  async countFailure({ account, ip, knownDevice }: CountedAttempt): Promise<void> {
    if (knownDevice !== undefined) return;
    // An exceeded limit is no error here: the next attempt is checked against it.
    await isWithinLimit(() => this.limits.consume(accountFailures, account));
    await isWithinLimit(() => this.limits.consume(ipFailures, ip));
  }

  async resetAfterSuccess({ account, ip, knownDevice }: CountedAttempt): Promise<void> {
    if (knownDevice !== undefined) return this.limits.reset(perDevice, deviceKey(knownDevice));
    await this.limits.reset(perAccountAndIp, `${account}|${ip}`);
    await this.limits.reset(slowedAccount, `${account}|${ip}`);
  }

  private async countAttempt({ account, ip, knownDevice }: CountedAttempt): Promise<void> {
    if (knownDevice !== undefined) return this.limits.consume(perDevice, deviceKey(knownDevice));
    const pair = `${account}|${ip}`;
    await this.limits.consume(perAccountAndIp, pair);
    if (await this.isExceeded(accountFailures, account)) await this.limits.consume(slowedAccount, pair);
    if (await this.isExceeded(ipFailures, ip)) await this.limits.consume(slowedIp, ip);
  }

  private async isExceeded(limit: RateLimit, key: string): Promise<boolean> {
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

function deviceKey(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
