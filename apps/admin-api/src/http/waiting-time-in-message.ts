import { TooManyRequestsError } from '@almanac/errors';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** A duration in its largest unit, rounded up: `an hour`, `10 minutes`, `a minute`, `45 seconds`. */
function formatDuration(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  if (minutes < HOUR_SECONDS / MINUTE_SECONDS) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(seconds / HOUR_SECONDS);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/**
 * Calls `consume`, which counts an attempt for a rate limit. If the limit is exceeded, the error message names the time to wait. The
 * response header `Retry-After` contains this time, too.
 * @param reason the first words of the message, e.g. `Too many attempts`; `try again in …` follows
 * @throws TooManyRequestsError when the limit is exceeded
 */
export async function withWaitingTimeInMessage(reason: string, consume: () => Promise<void>): Promise<void> {
  try {
    await consume();
  } catch (error) {
    if (!(error instanceof TooManyRequestsError) || error.retryAfterSeconds === undefined) throw error;
    const { retryAfterSeconds } = error;
    const wait = formatDuration(Math.ceil(retryAfterSeconds));
    throw new TooManyRequestsError(`${reason} try again in ${wait}`, { retryAfterSeconds, cause: error });
  }
}
