/**
 * Matches formulas of spreadsheets, also after apostrophes. A match gets one more apostrophe, so removing one apostrophe restores the
 * string.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$|^'/;

/** A line of CSV (RFC 4180). An apostrophe before a formula keeps spreadsheets from running it. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
