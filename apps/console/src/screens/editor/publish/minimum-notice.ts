/** The server rejects a new time of publication that is less than two minutes in the future. */
const MINIMUM_NOTICE_MS = 120_000;

/** Whether the server would reject a new time of publication. @param at ISO 8601; the server also rejects null */
export function isTooSoon(at: string | null, now: Date): boolean {
  return at === null || new Date(at).getTime() < now.getTime() + MINIMUM_NOTICE_MS;
}
