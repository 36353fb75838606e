const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pause before each of the ten attempts, in milliseconds. The first attempt has no pause. */
const retryScheduleMs = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** Largest relative deviation of a pause, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
const MIN_RETRY_AFTER_MS = SECOND;
const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** `Retry-After` can shorten only the first two pauses. Otherwise `Retry-After: 1` would use up all attempts in ten seconds. */
const SHORTENED_PAUSES = 2;

/** The three date formats of HTTP (RFC 9110, 5.6.7) begin with the weekday. `Date.parse` alone also accepts "-5". */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /;

/** A failed attempt disables its endpoint if all attempts of the endpoint have failed for this time. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;

/**
 * The pause before the next attempt.
 * @param attemptsMade attempts so far, including the failed one
 * @param retryAfterMs `Retry-After` of the receiver; values outside of 1 s to 24 h become the nearest of these limits. This value replaces
 *   the scheduled pause if it is longer, and for the first two pauses also if it is shorter
 * @param random from 0 to 1, for the jitter
 * @returns milliseconds, or undefined when no attempt is left
 */
export function nextAttemptInMs(
  attemptsMade: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  const scheduled = retryScheduleMs[attemptsMade];
  if (scheduled === undefined) return undefined;
  const pause = Math.round(scheduled * (1 + JITTER * (2 * random - 1)));
  if (retryAfterMs === undefined) return pause;
  const requested = Math.min(Math.max(retryAfterMs, MIN_RETRY_AFTER_MS), MAX_RETRY_AFTER_MS);
  return attemptsMade <= SHORTENED_PAUSES ? requested : Math.max(requested, pause);
}

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date.
 * @returns milliseconds from now, negative for a date in the past; undefined when the header is absent or invalid
 */
export function parseRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  // The asctime format has no zone; it is GMT too.
  const at = httpDate.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;
  return Number.isNaN(at) ? undefined : at - now.getTime();
}
