import type { CsvFile } from './csv-file.ts';

/** A row that the server did not import. */
export interface InvalidRow {
  /** The number of the first line of the row in the file, from 1. */
  line: number;
  /** The error text of the server. */
  reason: string;
}

/** The maximum number of lines of one record on the server. */
const MAX_RECORD_LINES = 100;

const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Whether the text ends inside a quoted value. */
const hasOpenQuote = (text: string): boolean => text.split('"').length % 2 === 0;

/**
 * Reads records of a file.
 * @param starts the numbers of the lines at which the records begin; the first line has the number 1
 * @param isRecord whether the given lines are one record; if not, the first line alone is the record, as on the server
 * @returns the records by the numbers of their first lines
 */
async function readRecords(
  file: Blob,
  starts: ReadonlySet<number>,
  isRecord: (text: string) => boolean,
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  let open: { start: number; lines: string[] } | undefined;
  /** Adds the line to the open record; ends the record when its quotes are closed. */
  const addLine = (text: string, line: number): void => {
    if (starts.has(line)) open = { start: line, lines: [] };
    if (!open) return;
    const { start, lines } = open;
    lines.push(text);
    const record = lines.join('\n').replace(/\r$/, '');
    // The first line alone. If it begins a record of several lines, `set` below replaces it by this record.
    if (lines.length === 1) found.set(start, record);
    if (hasOpenQuote(record) && lines.length < MAX_RECORD_LINES) return;
    if (isRecord(record)) found.set(start, record);
    open = undefined;
  };
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let line = 0;
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) addLine(text, (line += 1));
  }
  if (rest !== '') addLine(rest, line + 1);
  return found;
}

/** Returns a function that checks whether the server reads a string as one record with as many values as the header. */
async function recordCheckOf({ separator, header }: CsvFile): Promise<(text: string) => boolean> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  return (text) => {
    try {
      const records = parse(text, { delimiter: separator, relax_column_count: true, trim: true });
      return records.length === 1 && records[0]?.length === header.length;
    } catch {
      // The quotes are misplaced, so the lines are not one record.
      return false;
    }
  };
}

/** Creates a CSV file of rows that were not imported: line number, reason and the row itself. Users can correct and import the file. */
export async function createErrorFile(csv: CsvFile, rows: readonly InvalidRow[]): Promise<Blob> {
  const { file, separator, header } = csv;
  const texts = await readRecords(file, new Set(rows.map(({ line }) => line)), await recordCheckOf(csv));
  const head = ['line', 'error', ...header.map(quotedCell)].join(separator);
  const body = rows.map(({ line, reason }) => [line, quotedCell(reason), texts.get(line) ?? ''].join(separator));
  return new Blob([[head, ...body, ''].join('\n')], { type: 'text/csv' });
}
