import { TooManyRequestsError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { withWait } from '../http/with-wait';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Tries of one account from one address, as Ghost counts them; a success forgets them. */
const perAccountAndAddress: RateLimit = { name: 'sign-in', points: 5, durationSeconds: 10 * MINUTE };
/** Tries from a device in which the user signed in before. Nobody else can use them up. */
const perDevice: RateLimit = { name: 'sign-in-device', points: 5, durationSeconds: 10 * MINUTE };

/** Failures of one account from everywhere. Beyond them, an address has one try of the account in ten minutes. */
const accountFailures: RateLimit = { name: 'sign-in-account', points: 20, durationSeconds: HOUR };
const slowedAccount: RateLimit = { name: 'sign-in-account-slowed', points: 1, durationSeconds: 10 * MINUTE };
/** Failures from one address at all accounts. Beyond them, the address has one try a minute. */
const addressFailures: RateLimit = { name: 'sign-in-address', points: 100, durationSeconds: HOUR };
const slowedAddress: RateLimit = { name: 'sign-in-address-slowed', points: 1, durationSeconds: MINUTE };

/** A try to sign in, as far as it is counted. */
export interface SignInTry {
  /** The name that was given, in lower case. */
  account: string;
  address: string;
  /** The secret of the device, when the account's user signed in with it before. */
  knownDevice?: string;
}

/**
 * Limits the guessing of passwords. Failures elsewhere never refuse a known device, and never lock an account: they leave
 * every other address fewer tries.
 */
@Injectable()
export class SignInLimits {
  constructor(private readonly limits: RateLimits) {}

  /** @throws TooManyRequestsError that names the time to wait */
  async admit(attempt: SignInTry): Promise<void> {
    await withWait('Too many sign-in attempts', () => this.count(attempt));
  }

  async noteFailure({ account, address, knownDevice }: SignInTry): Promise<void> {
    if (knownDevice !== undefined) return;
    await this.countFailure(accountFailures, account);
    await this.countFailure(addressFailures, address);
  }

  async noteSuccess({ account, address, knownDevice }: SignInTry): Promise<void> {
    if (knownDevice !== undefined) return this.limits.reset(perDevice, deviceKey(knownDevice));
    await this.limits.reset(perAccountAndAddress, `${account}|${address}`);
    await this.limits.reset(slowedAccount, `${account}|${address}`);
  }

  private async count({ account, address, knownDevice }: SignInTry): Promise<void> {
    if (knownDevice !== undefined) return this.limits.consume(perDevice, deviceKey(knownDevice));
    const pair = `${account}|${address}`;
    await this.limits.consume(perAccountAndAddress, pair);
    if (await this.isExceeded(accountFailures, account)) await this.limits.consume(slowedAccount, pair);
    if (await this.isExceeded(addressFailures, address)) await this.limits.consume(slowedAddress, address);
  }

  private async isExceeded(limit: RateLimit, key: string): Promise<boolean> {
    return !(await passes(() => this.limits.assertNotExceeded(limit, key)));
  }

  private async countFailure(limit: RateLimit, key: string): Promise<void> {
    await passes(() => this.limits.consume(limit, key));
  }
}

async function passes(check: () => Promise<void>): Promise<boolean> {
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
