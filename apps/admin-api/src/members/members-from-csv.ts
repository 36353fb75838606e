import { ValidationError } from '@almanac/errors';
import type { MemberRow } from '@almanac/publishing';
import { quoted } from '@almanac/validation';
import { parse } from 'csv-parse/sync';
import type { Readable } from 'node:stream';
import { type Column, type ColumnTitles, findColumns, type FoundColumns } from './csv-columns';
import { parseCsvDate } from './csv-dates';
import { readLines, type TextLine } from './csv-lines';
import { type CsvRecord, csvRecords, type Separator } from './csv-records';
import { UnusedColumns } from './unused-columns';

/** Matches values that spreadsheets run as formulas, also after apostrophes. Exports of members put one apostrophe before such values. */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * Parses the members of a CSV file, and yields them in batches. An invalid row has a `reason` instead of values. The first record
 * after blank lines is the header: it names the columns. The separator is a comma. A file whose header has no comma may use semicolons
 * or tabs, if the header then has a column for e-mail addresses.
 * @param titles the titles of columns as the client named them
 * @param unused counts the values of the columns that are not imported
 * @throws ValidationError if the file is empty, or has no column with a title that the client named
 */
export async function* membersFromCsv(
  file: Readable,
  titles: ColumnTitles = {},
  unused = new UnusedColumns(),
): AsyncGenerator<MemberRow[]> {
  const { header: headerLine, lines } = await readHeader(readLines(file));
  const separator = detectSeparator(headerLine, titles);
  let columns: FoundColumns | undefined;
  // Once per file, because a header can have 100,000 titles.
  const columnsOf = (header: readonly string[]): FoundColumns => (columns ??= findColumns(header, titles));
  const isPlausible = (values: string[], header: readonly string[] | undefined): boolean =>
    header === undefined ? isPlausibleHeader(values) : isPlausibleRow(values, header.length, columnsOf(header));
  let toRows: ((records: CsvRecord[]) => MemberRow[]) | undefined;
  for await (const records of csvRecords(lines, separator, isPlausible)) {
    if (toRows === undefined) {
      const header = records.shift();
      if (header === undefined) continue;
      toRows = rowReader(header, columnsOf(header.values ?? []), unused);
    }
    yield toRows(records);
  }
}

/** Returns the function that converts the records after the header to rows. */
function rowReader(
  { line: headerLine, values }: CsvRecord,
  columns: FoundColumns,
  unused: UnusedColumns,
): (records: CsvRecord[]) => MemberRow[] {
  const header = values ?? [];
  if (columns.email === undefined) {
    // `isAboutFile`: every row counts as invalid, but the report contains the reason only once.
    const row = { line: headerLine, reason: missingEmailColumn(header), isAboutFile: true };
    return (records) => records.map(() => row);
  }
  unused.start(header, Object.values(columns));
  return (records) =>
    records.map((record) => {
      if (record.values) unused.count(record.values);
      return toRow(record.line, record.values, columns, header.length);
    });
}

/** An `@` in a title with a line break means that a quote was not closed: the title then contains the address of a member. */
function isPlausibleHeader(titles: readonly string[]): boolean {
  return !titles.some((title) => title.includes('\n') && title.includes('@'));
}

/** A value with a line break is normally a note. A line break in the e-mail address means that a quote was not closed. */
function isPlausibleRow(values: readonly string[], columnCount: number, { email }: FoundColumns): boolean {
  return values.length === columnCount && !values[email ?? -1]?.includes('\n');
}

/** A file whose header has been read. */
interface FileWithHeader {
  /** The first line that is not blank. The header may continue on the next lines. */
  header: string;
  /** The header and all lines after it. Blank lines may precede the header. */
  lines: AsyncIterable<TextLine[]>;
}

async function readHeader(lines: AsyncGenerator<TextLine[]>): Promise<FileWithHeader> {
  for (;;) {
    const next = await lines.next();
    if (next.done === true) {
      throw new ValidationError('The file is empty.', {
        property: 'membersfile',
        help: 'The first line names the columns, such as email,name,note; each further line is a member.',
      });
    }
    const first = next.value.find(({ text }) => text?.trim() !== '');
    if (first !== undefined) return { header: first.text ?? '', lines: prepend(next.value, lines) };
  }
}

async function* prepend(first: TextLine[], rest: AsyncIterable<TextLine[]>): AsyncGenerator<TextLine[]> {
  yield first;
  yield* rest;
}

/** A comma if the header contains one; else a semicolon or tab that separates the title of an e-mail column; else a comma. */
function detectSeparator(header: string, { email }: ColumnTitles): Separator {
  if (header.includes(',')) return ',';
  const others: readonly Separator[] = [';', '\t'];
  const namesEmail = (titles: string[]): boolean =>
    email ? titles.some((title) => title === email) : findColumns(titles).email !== undefined;
  return (
    others.find((separator) => header.includes(separator) && namesEmail(header.split(separator).map(unquoted))) ?? ','
  );
}

/** The title in a cell of the header: without quotes, and with `""` as one quote. */
function unquoted(cell: string): string {
  const text = cell.trim();
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"');
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"').trim() : text;
}

function missingEmailColumn(titles: readonly string[]): string {
  return `The file has no column for e-mail addresses. The header must contain the titles of the columns, such as email,name,note. The header of this file is ${quoted(titles.join(','))}.`;
}

function toRow(line: number, values: readonly string[] | null, columns: FoundColumns, columnCount: number): MemberRow {
  if (values === null) return { line, reason: 'The row is not valid CSV.' };
  if (values.length > columnCount) return { line, reason: 'The row has more values than the header.' };
  const valueOf = (column: Column): string | null => toValue(values[columns[column] ?? -1]);
  const email = valueOf('email');
  if (email === null) return { line, reason: 'The row has no e-mail address.' };
  const date = valueOf('createdAt');
  // Exports of Ghost 3 contain `undefined` for a value that is missing.
  const hasDate = date !== null && date !== 'undefined';
  const createdAt = hasDate ? parseCsvDate(date) : null;
  if (hasDate && createdAt === null) {
    return { line, reason: `The value ${quoted(date)} of created_at is not a date such as 2020-01-31.` };
  }
  return {
    line,
    email,
    name: valueOf('name'),
    note: valueOf('note'),
    isComplimentary: /^(true|yes|1)$/i.test(valueOf('plan') ?? ''),
    createdAt,
    // Only `false`, `no` or `0` unsubscribes: a missing column or an empty cell does not.
    isSubscribed: !/^(false|no|0)$/i.test(valueOf('subscribed') ?? ''),
    labels: toLabels(valueOf('labels')),
  };
}

/** The trimmed value without the apostrophe that exports of members put before formulas; null if it is blank or missing. */
function toValue(value: string | undefined): string | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** The names of labels in a cell, separated by commas. A name that contains a comma is quoted. */
function toLabels(text: string | null): string[] {
  if (text === null) return [];
  return splitNames(text)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function splitNames(text: string): string[] {
  if (!text.includes('"')) return text.split(',');
  try {
    return parse(text, { relax_quotes: true, relax_column_count: true, ltrim: true }).flat();
  } catch {
    // A quote that does not close belongs to a name.
    return text.split(',');
  }
}
