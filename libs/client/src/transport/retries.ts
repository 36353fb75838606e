import { retryAfterOf } from '../errors/response-error.ts';

const FIRST_DELAY_MS = 250;
/** Up to this share of the delay is added at random, so that many clients do not retry at the same time. */
const MAX_JITTER = 0.25;
/** The longest delay before a retry. If `Retry-After` is longer, the client does not retry, and rejects with an error with `retryAfter`. */
const MAX_DELAY_MS = 10_000;
const RETRIED_STATUSES = [429, 502, 503, 504];

/**
 * Whether a repetition of the request is safe: the request only reads, or admin-api detects repetitions by its `Idempotency-Key`. admin-api
 * uses this header for POST only. A few routes ignore the header (docs/API.md), so callers must not set it for these routes.
 */
export const isRepeatable = ({ method, headers }: Request): boolean =>
  method === 'GET' || method === 'HEAD' || (method === 'POST' && headers.has('idempotency-key'));

/**
 * Time until the next attempt in milliseconds: `Retry-After` of the response, otherwise a delay that doubles with each attempt, up to
 * `MAX_DELAY_MS`.
 * @param attempts number of attempts so far, from 1
 * @param response the response to the last attempt; undefined if the connection failed
 * @returns undefined if the status shows that a retry is useless, or `Retry-After` is longer than `MAX_DELAY_MS`
 */
export function retryDelayMs(attempts: number, response: Response | undefined): number | undefined {
  const backoff = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempts - 1) * (1 + Math.random() * MAX_JITTER));
  if (!response) return backoff;
  if (!RETRIED_STATUSES.includes(response.status)) return undefined;
  const retryAfter = retryAfterOf(response.headers);
  const delay = retryAfter === undefined ? backoff : retryAfter * 1000;
  return delay <= MAX_DELAY_MS ? delay : undefined;
}

/** Waits for the delay. Rejects with the reason of the signal as soon as the signal is aborted. */
export function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
