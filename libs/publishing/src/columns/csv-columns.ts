/**
 * Matches formulas, which spreadsheets run, and formulas after apostrophes. An import removes one apostrophe, so both get one more. The
 * patterns of this file are used within SQL string literals, in which `''` is one apostrophe.
 */
const FORMULA = String.raw`^''*[=+\-@\t\r]`;

/** White space. The characters are listed, because in PostgreSQL `\s` depends on the collation. */
const SPACE = String.raw`\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** Matches strings that are written in quotes: those that parsers of CSV would change otherwise, and formulas, see `csvText`. */
const NEEDS_QUOTES = String.raw`[",\r\n]|^[''=+\-@${SPACE}]|[${SPACE}]$`;

/**
 * SQL for a string column as a cell of CSV (RFC 4180). A formula gets one more apostrophe in front, which keeps spreadsheets from
 * running it. An import of the file removes one apostrophe, and the white space at both ends of a value.
 * @param column the SQL expression of the column
 */
export function csvText(column: string): string {
  return `case when ${column} ~ '${NEEDS_QUOTES}'
    then '"' || case when ${column} ~ '${FORMULA}' then '''' else '' end || replace(${column}, '"', '""') || '"'
    else coalesce(${column}, '') end`;
}

/** The length of an instant without its zone. */
const INSTANT_LENGTH = '2026-12-31T23:59:59.999'.length;

/**
 * SQL for an instant as a cell of CSV, in the format of `Date.prototype.toISOString`. It takes the text of `to_json` up to the
 * milliseconds, which takes half the time of `to_char`. `to_json` omits zeros at the end, so one microsecond is added first.
 */
export function csvInstant(column: string): string {
  const instant = `date_trunc('milliseconds', ${column} at time zone 'utc') + interval '1 microsecond'`;
  // The text of JSON begins with a quotation mark.
  return `substr(to_json(${instant})::text, 2, ${INSTANT_LENGTH}) || 'Z'`;
}
