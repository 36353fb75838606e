import { TooManyRequestsError } from '@almanac/errors';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `an hour`, `10 minutes`, `a minute`, `45 seconds`: rounded up. */
function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes < HOUR / MINUTE) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(seconds / HOUR);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/**
 * Runs a rate limit and adds the remaining time to the message of its error, the same time as in `Retry-After`.
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
