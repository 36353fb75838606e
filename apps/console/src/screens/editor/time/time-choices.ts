/** The default of a form: the next full hour that is at least an hour away, as ISO 8601. */
export function suggestedTime(now: Date): string {
  const hourMs = 3_600_000;
  return new Date(Math.ceil((now.getTime() + hourMs) / hourMs) * hourMs).toISOString();
}

/** The city of a time zone: "Lisbon" for `Europe/Lisbon`. */
export const nameOfZone = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone;
