/**
 * Matches strings that spreadsheet programs read as a formula, also after apostrophes. Such a string gets one more apostrophe. So a reader
 * gets the original string back by removing one apostrophe.
 */
const FORMULA = /^'*[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** A line of CSV (RFC 4180). An apostrophe before a formula prevents spreadsheet programs from evaluating it. Null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
