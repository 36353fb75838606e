/** What spreadsheets take for a formula, with the apostrophes that already keep it from being one. */
const FORMULA = String.raw`^''*[=+\-@\t\r]`;

/** White space is spelled out: what a class stands for depends on the collation. */
const SPACE = String.raw`\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** What would not be read back as it is without quotes. */
const NEEDS_QUOTES = String.raw`[",\r\n]|^[''=+\-@${SPACE}]|[${SPACE}]$`;

/**
 * SQL for a text column as a cell of CSV (RFC 4180). What a spreadsheet would run gets an apostrophe in front; so does what
 * begins with one already, so that taking one away gives the text back.
 * @param column as it stands in the statement
 */
export function csvText(column: string): string {
  return `case when ${column} ~ '${NEEDS_QUOTES}'
    then '"' || case when ${column} ~ '${FORMULA}' then '''' else '' end || replace(${column}, '"', '""') || '"'
    else coalesce(${column}, '') end`;
}

/** SQL for an instant as a cell of CSV, as JavaScript writes one. */
export function csvInstant(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
