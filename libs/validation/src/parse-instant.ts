const ISO_DAY = /^\d{4}-\d\d-\d\d/;

/**
 * The instant of a date or date-time. Its milliseconds are kept. JavaScript parses many formats, and assumes the time zone of the
 * server for a time without an offset. So a caller that accepts fewer formats has to check the string before.
 * @returns null for a string that JavaScript cannot read as a date, and for a day that does not exist, e.g. 31 February, which
 *   JavaScript alone parses as 3 March
 */
export function parseInstant(text: string): Date | null {
  const day = ISO_DAY.exec(text)?.[0];
  if (day !== undefined && new Date(day).getUTCDate() !== Number(day.slice(-2))) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
