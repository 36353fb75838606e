/** The server rejects a new time of publication that is less than two minutes in the future. */
const MINIMUM_NOTICE_MS = 120_000;

/** Whether the server would reject this time of publication. @param at ISO 8601; null is rejected too */
export function isTooSoon(at: string | null, now: Date): boolean {
  return at === null || new Date(at).getTime() < now.getTime() + MINIMUM_NOTICE_MS;
}
