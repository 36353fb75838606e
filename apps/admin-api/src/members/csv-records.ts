import { parse } from 'csv-parse/sync';
import type { TextLine } from './csv-lines';

/** A record of a CSV file with the line it begins on; without values where it is broken. */
export interface CsvRecord {
  line: number;
  values: string[] | null;
}

/** A value may hold line breaks, but not more than this: a quote that is never closed must not swallow the file. */
const MAX_RECORD_LINES = 100;
/** Longer records are the parser's: a pattern would need memory for each character. */
const MAX_PLAIN_LENGTH = 10_000;

/**
 * The records of a CSV file (RFC 4180). Whatever is wrong with a record, the next line that can begin one begins one:
 * a quote that nobody closes costs its own line and no other.
 *
 * @param separator what stands between two values
 * @param isPlausible whether the values of a record over several lines can be meant below that header; if not, its first line
 * is broken
 */
export async function* csvRecords(
  lines: AsyncIterable<TextLine[]>,
  separator: Separator,
  isPlausible: (values: string[], header: readonly string[]) => boolean,
): AsyncGenerator<CsvRecord[]> {
  const open: OpenLines = { lines: [], isQuoted: false };
  let header: CsvRecord | undefined;
  const isMeant = (values: string[]): boolean => header !== undefined && isPlausible(values, header.values ?? []);
  const format: Format = { separator, isMeant };
  for await (const some of lines) {
    yield some.flatMap((line) => {
      const records = recordsEndingWith(line, open, format);
      header ??= records[0];
      return records;
    });
  }
  yield settle(open.lines, format, true).records;
}

/** What stands between two values. */
export type Separator = ',' | ';' | '\t';

interface Format {
  separator: Separator;
  /** Whether the values of a record over several lines can be meant. */
  isMeant: (values: string[]) => boolean;
}

/** The lines that wait for the end of the record they may be part of, and whether a quote is open at their end. */
interface OpenLines {
  lines: TextLine[];
  isQuoted: boolean;
}

function recordsEndingWith(line: TextLine, open: OpenLines, format: Format): CsvRecord[] {
  if (!open.isQuoted && hasEvenQuotes(line)) return oneLine(line, format);
  open.lines.push(line);
  open.isQuoted = open.isQuoted === hasEvenQuotes(line);
  if (open.isQuoted && line.text !== null && open.lines.length < MAX_RECORD_LINES) return [];
  const settled = settle(open.lines, format, false);
  open.lines = settled.open;
  open.isQuoted = open.lines.length > 0;
  return settled.records;
}

/** Takes records from the front of the lines that belong together so far, until none can be taken any more. */
function settle(lines: TextLine[], format: Format, isEnd: boolean): { records: CsvRecord[]; open: TextLine[] } {
  const records: CsvRecord[] = [];
  let rest = lines;
  while (rest.length > 0) {
    const count = linesOfRecord(rest);
    if (count === null && !isEnd && rest.length < MAX_RECORD_LINES && rest.every(({ text }) => text !== null)) break;
    const taken = rest.slice(0, count ?? 1);
    const whole = recordOf(taken, format);
    const isGood = taken.length === 1 || (whole.values !== null && format.isMeant(whole.values));
    if (isGood && !isBlank(taken)) records.push(whole);
    if (!isGood) records.push(...oneLine(rest[0], format));
    rest = rest.slice(isGood ? taken.length : 1);
  }
  return { records, open: rest };
}

/** How many of the lines make the first record; null while its last quote is open. */
function linesOfRecord(lines: readonly TextLine[]): number | null {
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    isOpen = isOpen === hasEvenQuotes(line);
    if (!isOpen) return index + 1;
  }
  return null;
}

function oneLine(line: TextLine | undefined, format: Format): CsvRecord[] {
  return line === undefined || isBlank([line]) ? [] : [recordOf([line], format)];
}

function recordOf(lines: readonly TextLine[], { separator }: Format): CsvRecord {
  const line = lines[0]?.number ?? 0;
  if (lines.some(({ text }) => text === null)) return { line, values: null };
  const text = lines
    .map((one) => one.text ?? '')
    .join('\n')
    .replace(/\r$/, '');
  return { line, values: text.includes('"') ? quotedValues(text, separator) : text.split(separator) };
}

function quotedValues(text: string, separator: Separator): string[] | null {
  return (text.length <= MAX_PLAIN_LENGTH ? plainlyQuoted(text, separator) : null) ?? parsed(text, separator);
}

/** A value in quotes or without any, up to the next separator. */
const PLAIN_VALUE: Record<Separator, RegExp> = {
  ',': /(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/y,
  ';': /(?:"((?:[^"]|"")*)"|([^";]*))(?:;|$)/y,
  '\t': /(?:"((?:[^"]|"")*)"|([^"\t]*))(?:\t|$)/y,
};

/** The values of a record quoted as RFC 4180 has it, read without the parser, which takes long to begin; null for any other. */
function plainlyQuoted(text: string, separator: Separator): string[] | null {
  const values: string[] = [];
  const pattern = PLAIN_VALUE[separator];
  pattern.lastIndex = 0;
  while (pattern.lastIndex <= text.length) {
    const found = pattern.exec(text);
    if (found === null) return null;
    values.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (!found[0].endsWith(separator) || pattern.lastIndex > text.length) break;
  }
  return pattern.lastIndex === text.length ? values : null;
}

function parsed(text: string, separator: Separator): string[] | null {
  try {
    const [values] = parse(text, { delimiter: separator, relax_column_count: true, trim: true });
    return values ?? null;
  } catch {
    // Whatever the parser says about it, the record is broken; its line is what its writer needs to know.
    return null;
  }
}

function isBlank(lines: readonly TextLine[]): boolean {
  return lines.every(({ text }) => text !== null && text.trim() === '');
}

function hasEvenQuotes({ text }: TextLine): boolean {
  let isEven = true;
  for (let at = text?.indexOf('"') ?? -1; at !== -1; at = text?.indexOf('"', at + 1) ?? -1) isEven = !isEven;
  return isEven;
}
