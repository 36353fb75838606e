/** How many seconds the clock of a client may be ahead. */
const MAX_CLOCK_LEAD_SECONDS = 60;

interface TokenTimeLimits {
  now: Date;
  /** Longest time between `iat` and `exp`; unlimited when absent. */
  maxLifetimeSeconds?: number;
}

/**
 * Checks the times of a JWT that the JWT library does not check. The library checks that `exp`, if the token has it, is in the future.
 * @throws Error with the reason, if `exp` or `iat` is missing, `iat` is more than 60 seconds in the future, or the lifetime is too long
 */
export function assertTokenTimes(
  { iat, exp }: { iat?: unknown; exp?: unknown },
  { now, maxLifetimeSeconds }: TokenTimeLimits,
): void {
  if (typeof exp !== 'number') throw new Error('exp required');
  if (typeof iat !== 'number') throw new Error('iat required');
  if (iat > now.getTime() / 1000 + MAX_CLOCK_LEAD_SECONDS) throw new Error('iat is in the future');
  if (maxLifetimeSeconds !== undefined && exp - iat > maxLifetimeSeconds) {
    throw new Error(`exp must be at most ${maxLifetimeSeconds} seconds after iat`);
  }
}

/**
 * Rejects a token with critical header parameters (RFC 7515, 4.1.11), because none is supported.
 * @throws Error with the reason
 */
export function assertNoCriticalHeader(header: object): void {
  if ('crit' in header) throw new Error('crit is not supported');
}
