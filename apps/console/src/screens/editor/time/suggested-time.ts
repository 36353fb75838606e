const HOUR_MS = 3_600_000;

/** The default time of publication: the first full hour that is at least an hour after `now`, as ISO 8601. */
export function suggestedTime(now: Date): string {
  return new Date(Math.ceil((now.getTime() + HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();
}
