import { TooManyRequestsError } from '@almanac/errors';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** `an hour`, `10 minutes`, `a minute`, `45 seconds`: never less than the time given. */
function inWords(seconds: number): string {
  if (seconds < MINUTE) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes < HOUR / MINUTE) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const hours = Math.ceil(seconds / HOUR);
  return hours === 1 ? 'an hour' : `${hours} hours`;
}

/**
 * Runs what counts a request, and words a refusal with the time that is really left, as in its `Retry-After`.
 * @param reason what the client is told, e.g. `Too many attempts`
 * @throws TooManyRequestsError
 */
export async function withWait(reason: string, count: () => Promise<void>): Promise<void> {
  try {
    await count();
  } catch (error) {
    if (!(error instanceof TooManyRequestsError) || error.retryAfterSeconds === undefined) throw error;
    const { retryAfterSeconds } = error;
    const wait = inWords(Math.ceil(retryAfterSeconds));
    throw new TooManyRequestsError(`${reason} try again in ${wait}`, { retryAfterSeconds, cause: error });
  }
}
