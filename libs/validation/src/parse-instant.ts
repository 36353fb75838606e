const ISO_DAY = /^\d{4}-\d\d-\d\d/;

/**
 * Parses a date or date-time with `Date`, which accepts many formats, and uses the time zone of the server for a time without an
 * offset. A caller that accepts fewer formats has to check the string first.
 * @returns null for a string that `Date` cannot parse, and for a day that does not exist, e.g. 31 February, which `Date` parses as
 *   3 March
 */
export function parseInstant(text: string): Date | null {
  const day = ISO_DAY.exec(text)?.[0];
  if (day !== undefined && new Date(day).getUTCDate() !== Number(day.slice(-2))) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
