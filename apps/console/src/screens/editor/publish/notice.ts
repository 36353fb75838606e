/** The server schedules for a time that is at least two minutes away. */
const MINIMUM_NOTICE_MS = 120_000;

export function isTooSoon(at: string | null, now: Date): boolean {
  return at === null || new Date(at).getTime() < now.getTime() + MINIMUM_NOTICE_MS;
}
