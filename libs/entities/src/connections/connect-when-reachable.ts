import { databaseFailureOf } from '@almanac/errors';

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Connects to PostgreSQL by calling `connect`. Retries without limit while the server cannot be reached, is starting or has no free
 * connection, so that a service can start before its database. The pause before a retry grows from 250 ms to 5 s.
 * @param onRetry called with the driver's error before each retry
 * @returns the result of `connect`
 * @throws any other error of the driver, e.g. for a wrong password
 */
export async function connectWhenReachable<T>(connect: () => Promise<T>, onRetry: (error: Error) => void): Promise<T> {
  for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)) {
    try {
      return await connect();
    } catch (error) {
      if (databaseFailureOf(error) !== 'lost' || !(error instanceof Error)) throw error;
      onRetry(error);
      await pause(retryMs);
    }
  }
}
