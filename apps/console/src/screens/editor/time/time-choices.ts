/** The next full hour that is at least an hour away: a sensible time to begin with. */
export function suggestedTime(now: Date): string {
  const hour = 3_600_000;
  return new Date(Math.ceil((now.getTime() + hour) / hour) * hour).toISOString();
}

/** `Europe/Lisbon` reads as "Lisbon". */
export const nameOfZone = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
