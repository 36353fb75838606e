import { parse } from 'csv-parse/sync';
import type { TextLine } from './csv-lines';

/** A record of a CSV file with the line it begins on; without values where it is broken. */
export interface CsvRecord {
  line: number;
  values: string[] | null;
}

/** A value may hold line breaks, but not more than this: a quote that is never closed must not swallow the file. */
const MAX_RECORD_LINES = 100;

/**
 * The records of a CSV file (RFC 4180). Whatever is wrong with a record, the next line that can begin one begins one:
 * a quote that nobody closes costs its own line and no other.
 *
 * @param isPlausible whether the values of a record over several lines can be meant; if not, its first line is broken
 */
export async function* csvRecords(
  lines: AsyncIterable<TextLine>,
  isPlausible: (values: string[]) => boolean,
): AsyncGenerator<CsvRecord> {
  let open: TextLine[] = [];
  let isOpen = false;
  for await (const line of lines) {
    if (!isOpen && hasEvenQuotes(line)) {
      yield* oneLine(line);
      continue;
    }
    open.push(line);
    isOpen = isOpen === hasEvenQuotes(line);
    if (isOpen && line.text !== null && open.length < MAX_RECORD_LINES) continue;
    const settled = settle(open, isPlausible, false);
    yield* settled.records;
    open = settled.open;
    isOpen = open.length > 0;
  }
  yield* settle(open, isPlausible, true).records;
}

/** Takes records from the front of the lines that belong together so far, until none can be taken any more. */
function settle(
  lines: TextLine[],
  isPlausible: (values: string[]) => boolean,
  isEnd: boolean,
): { records: CsvRecord[]; open: TextLine[] } {
  const records: CsvRecord[] = [];
  let rest = lines;
  while (rest.length > 0) {
    const count = linesOfRecord(rest);
    if (count === null && !isEnd && rest.length < MAX_RECORD_LINES && rest.every(({ text }) => text !== null)) break;
    const taken = rest.slice(0, count ?? 1);
    const whole = recordOf(taken);
    const isGood = taken.length === 1 || (whole.values !== null && isPlausible(whole.values));
    if (isGood && !isBlank(taken)) records.push(whole);
    if (!isGood) records.push(...oneLine(rest[0]));
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

function oneLine(line: TextLine | undefined): CsvRecord[] {
  return line === undefined || isBlank([line]) ? [] : [recordOf([line])];
}

function recordOf(lines: readonly TextLine[]): CsvRecord {
  const line = lines[0]?.number ?? 0;
  if (lines.some(({ text }) => text === null)) return { line, values: null };
  const text = lines
    .map((one) => one.text ?? '')
    .join('\n')
    .replace(/\r$/, '');
  return { line, values: text.includes('"') ? parsed(text) : text.split(',') };
}

function parsed(text: string): string[] | null {
  try {
    const [values] = parse(text, { relax_column_count: true, trim: true });
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
