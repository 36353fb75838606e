/** The server rejects a new schedule time that is less than two minutes away. */
const MINIMUM_NOTICE_MS = 120_000;

export function isTooSoon(at: string | null, now: Date): boolean {
  return at === null || new Date(at).getTime() < now.getTime() + MINIMUM_NOTICE_MS;
}
