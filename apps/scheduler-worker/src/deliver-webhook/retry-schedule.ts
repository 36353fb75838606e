const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before each attempt, in milliseconds: the first at once, the tenth is the last. */
export const retryScheduleMs = [
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

/** How far a pause may stray, so that deliveries that failed together do not come back together. */
const JITTER = 0.2;
const SHORTEST_RETRY_AFTER_MS = SECOND;
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;

/** So many pauses a receiver may shorten. One that says "in a second" to each attempt would use up all ten in ten seconds. */
const SHORTENED_PAUSES = 2;

/** The three spellings of an instant in HTTP (RFC 9110, 5.6.7) all begin with the day; `Date.parse` alone also reads "-5". */
const httpDate = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,? /;

/** An endpoint that failed every attempt for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;

/**
 * The pause before the next attempt.
 * @param attemptsMade attempts so far, the failed one included
 * @param retryAfterMs what the receiver asked for, kept to between 1 s and 24 h. It goes before the schedule, which it can
 *   shorten for the first pauses only
 * @param random from 0 to 1
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
  const asked = Math.min(Math.max(retryAfterMs, SHORTEST_RETRY_AFTER_MS), LONGEST_RETRY_AFTER_MS);
  return attemptsMade <= SHORTENED_PAUSES ? asked : Math.max(asked, pause);
}

/**
 * Reads `Retry-After` (RFC 9110, 10.2.3): seconds or an HTTP date.
 * @returns milliseconds from now, or undefined when it is absent or says nothing
 */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  // The oldest of the three spellings leaves out the zone, which is the same.
  const at = httpDate.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : NaN;
  return Number.isNaN(at) ? undefined : at - now.getTime();
}
