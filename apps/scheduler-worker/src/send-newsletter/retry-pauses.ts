const MINUTE_MS = 60_000;

/**
 * The pause after each failed attempt to send a mail to one recipient. The first two are shorter
 * than the 30 minutes that RFC 5321, 4.5.4.1 recommends, so that most mails arrive soon.
 */
const RECIPIENT_PAUSES_MS = [1, 5, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);

/** Milliseconds before the next attempt; undefined when no attempt is left. @param failedAttempts at least 1 */
export function pauseMsAfter(failedAttempts: number): number | undefined {
  return RECIPIENT_PAUSES_MS[failedAttempts - 1];
}

/** Bounds of the pause after an attempt that failed for all recipients. The pause is a quarter of the time since the first failure. */
export const OUTAGE_PAUSE_SECONDS = { min: 2, max: 300 } as const;

/**
 * If an attempt fails this number of hours after the first failure, the newsletter fails. Staff can retry it. `sending`: the mail server
 * accepts no mail. `rendering`: the content of the newsletter cannot be rendered or stored.
 */
export const GIVE_UP_AFTER_HOURS = { sending: 24, rendering: 1 } as const;
