const MINUTE_MS = 60_000;

/** Pauses after each failed attempt at one recipient. The first two are shorter than the 30 minutes of RFC 5321, 4.5.4.1. */
const RECIPIENT_PAUSES_MS = [1, 5, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);

/** Milliseconds before the next attempt; undefined when no attempt is left. @param attempts failed attempts so far */
export function pauseMsAfter(attempts: number): number | undefined {
  return RECIPIENT_PAUSES_MS[attempts - 1];
}

/** Bounds of the pause during an outage of the mail server. The pause is a quarter of the time since the first failure. */
export const OUTAGE_PAUSE_SECONDS = { min: 2, max: 300 } as const;

/** After an outage of this duration, the newsletter fails; staff can retry it. */
export const GIVE_UP_AFTER_HOURS = 24;
