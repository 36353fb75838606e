import { parse } from 'csv-parse/sync';
import type { TextLine } from './csv-lines';

export type Separator = ',' | ';' | '\t';

/** A record of a CSV file. */
export interface CsvRecord {
  /** The number of its first line; 1 for the first line of the file. */
  line: number;
  /** Null for a malformed record. */
  values: string[] | null;
}

/** Bounds the lines of one record, so that an unclosed quote does not consume the rest of the file. */
const MAX_RECORD_LINES = 100;
/** The maximum length of a record for `parseWithRegExp`, which needs memory for each character. csv-parse parses longer records. */
const MAX_REGEXP_LENGTH = 10_000;

/**
 * Parses the records of a CSV file (RFC 4180). The first record is the header. Yields the records of each batch of lines together. A
 * quote that never closes makes only its own line malformed: csv-parse alone would read from the quote to the end of the file.
 * @param isPlausible whether a record over several lines fits `header`; if `header` is undefined, whether it can be the header. If not, its
 *   first line is a malformed record, and the next record begins at its second line.
 */
export async function* csvRecords(
  lines: AsyncIterable<TextLine[]>,
  separator: Separator,
  isPlausible: (values: string[], header: readonly string[] | undefined) => boolean,
): AsyncGenerator<CsvRecord[]> {
  const open: OpenLines = { lines: [], isQuoted: false };
  let header: CsvRecord | undefined;
  const isPlausibleRecord = (values: string[]): boolean => isPlausible(values, header && (header.values ?? []));
  const format: Format = { separator, isPlausible: isPlausibleRecord };
  for await (const batch of lines) {
    yield batch.flatMap((line) => {
      const records = addLine(line, open, format);
      header ??= records[0];
      return records;
    });
  }
  yield takeRecords(open.lines, format, true).records;
}

interface Format {
  separator: Separator;
  /** Whether the values of a record over several lines fit the header, or can be the header. */
  isPlausible: (values: string[]) => boolean;
}

/** The lines that no record contains yet, because their last record may continue on the next line. */
interface OpenLines {
  lines: TextLine[];
  /** Whether the last line ends inside a quoted value. */
  isQuoted: boolean;
}

function addLine(line: TextLine, open: OpenLines, format: Format): CsvRecord[] {
  if (!open.isQuoted && !hasOddQuotes(line)) return singleLineRecord(line, format);
  open.lines.push(line);
  if (hasOddQuotes(line)) open.isQuoted = !open.isQuoted;
  if (open.isQuoted && line.text !== null && open.lines.length < MAX_RECORD_LINES) return [];
  const taken = takeRecords(open.lines, format, false);
  open.lines = taken.open;
  open.isQuoted = open.lines.length > 0;
  return taken.records;
}

/**
 * Parses the complete records at the beginning of the open lines.
 * @param isEnd whether the file has no more lines, so that no record can continue
 * @returns the records, and the lines that remain open
 */
function takeRecords(lines: TextLine[], format: Format, isEnd: boolean): { records: CsvRecord[]; open: TextLine[] } {
  const records: CsvRecord[] = [];
  let rest = lines;
  while (rest.length > 0) {
    const count = countRecordLines(rest);
    const mayContinue = !isEnd && rest.length < MAX_RECORD_LINES && rest.every(({ text }) => text !== null);
    if (count === null && mayContinue) break;
    // `count` is null if a quote never closes. Then the first line alone becomes a malformed record.
    const taken = rest.slice(0, count ?? 1);
    const record = parseRecord(taken, format);
    const isAccepted = taken.length === 1 || (record.values !== null && format.isPlausible(record.values));
    if (isAccepted && !isBlank(taken)) records.push(record);
    if (!isAccepted) records.push(...singleLineRecord(rest[0], format));
    rest = rest.slice(isAccepted ? taken.length : 1);
  }
  return { records, open: rest };
}

/** The number of lines of the first record; null if a quoted value in it does not end within these lines. */
function countRecordLines(lines: readonly TextLine[]): number | null {
  let isQuoted = false;
  for (const [index, line] of lines.entries()) {
    if (hasOddQuotes(line)) isQuoted = !isQuoted;
    if (!isQuoted) return index + 1;
  }
  return null;
}

function singleLineRecord(line: TextLine | undefined, format: Format): CsvRecord[] {
  return line === undefined || isBlank([line]) ? [] : [parseRecord([line], format)];
}

function parseRecord(lines: readonly TextLine[], { separator }: Format): CsvRecord {
  const line = lines[0]?.number ?? 0;
  if (lines.some(({ text }) => text === null)) return { line, values: null };
  const text = lines
    .map((part) => part.text ?? '')
    .join('\n')
    .replace(/\r$/, '');
  return { line, values: text.includes('"') ? parseQuoted(text, separator) : text.split(separator) };
}

function parseQuoted(text: string, separator: Separator): string[] | null {
  return text.length <= MAX_REGEXP_LENGTH ? parseWithRegExp(text, separator) : parseWithLibrary(text, separator);
}

/**
 * A quoted or unquoted value with the separator after it, or at the end of the record. Spaces around the quotes are no part of the value.
 * With tabs as separators, `\s*` after the quotes would take the separator.
 */
const valuePatterns: Record<Separator, RegExp> = {
  ',': /(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(?:,|$)/y,
  ';': /(?:\s*"((?:[^"]|"")*)"\s*|([^";]*))(?:;|$)/y,
  '\t': /(?: *"((?:[^"]|"")*)" *|([^"\t]*))(?:\t|$)/y,
};

/** Parses a record that follows RFC 4180; null for any other. csv-parse would take 70 µs for a malformed record. */
function parseWithRegExp(text: string, separator: Separator): string[] | null {
  const values: string[] = [];
  const pattern = valuePatterns[separator];
  pattern.lastIndex = 0;
  while (pattern.lastIndex <= text.length) {
    const found = pattern.exec(text);
    if (found === null) return null;
    values.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (!found[0].endsWith(separator) || pattern.lastIndex > text.length) break;
  }
  return pattern.lastIndex === text.length ? values : null;
}

function parseWithLibrary(text: string, separator: Separator): string[] | null {
  try {
    const [values] = parse(text, { delimiter: separator, relax_column_count: true, trim: true });
    return values ?? null;
  } catch {
    // The error is dropped: the report of the import names the line of a malformed record, not the message of the parser.
    return null;
  }
}

function isBlank(lines: readonly TextLine[]): boolean {
  return lines.every(({ text }) => text !== null && text.trim() === '');
}

/** Whether the line has an odd number of quotes: then a quoted value crosses its beginning or its end, but not both. */
function hasOddQuotes({ text }: TextLine): boolean {
  if (text === null) return false;
  let isOdd = false;
  for (let position = text.indexOf('"'); position !== -1; position = text.indexOf('"', position + 1)) isOdd = !isOdd;
  return isOdd;
}
