const ISO_DAY = /^\d{4}-\d\d-\d\d/;

/**
 * Parses a date or date-time with `Date`. `Date` accepts many formats, and uses the time zone of the server for a time without an offset.
 * A caller that accepts fewer formats has to check the string first.
 * @returns null for a string that `Date` cannot parse, and for an ISO date that does not exist, e.g. `2026-02-31`, which `Date` parses as
 *   3 March
 */
export function parseInstant(text: string): Date | null {
  const day = ISO_DAY.exec(text)?.[0];
  if (day !== undefined && new Date(day).getUTCDate() !== Number(day.slice(-2))) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
