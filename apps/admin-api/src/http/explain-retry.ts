import { TooManyRequestsError } from '@almanac/errors';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;

/** `an hour`, `10 minutes`, `a minute`, `45 seconds`: rounded up. */
function formatDuration(seconds: number): string {
  if (seconds < MINUTE_SECONDS) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / MINUTE_SECONDS);
  if (minutes < HOUR_SECONDS / MINUTE_SECONDS) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(seconds / HOUR_SECONDS);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/**
 * Runs `consume`, which checks a rate limit, and adds the time to wait to the message of its error: the same time as in
 * `Retry-After`.
 * @param reason the first words of the message, e.g. `Too many attempts`
 * @throws TooManyRequestsError
 */
export async function explainRetry(reason: string, consume: () => Promise<void>): Promise<void> {
  try {
    await consume();
  } catch (error) {
    if (!(error instanceof TooManyRequestsError) || error.retryAfterSeconds === undefined) throw error;
    const { retryAfterSeconds } = error;
    const wait = formatDuration(Math.ceil(retryAfterSeconds));
    throw new TooManyRequestsError(`${reason} try again in ${wait}`, { retryAfterSeconds, cause: error });
  }
}
