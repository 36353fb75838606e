import type { CsvFile } from './csv-file.ts';

/** A row that the server did not import. */
export interface InvalidRow {
  /** Line number in the file; the header is line 1. */
  line: number;
  reason: string;
}

const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The lines of a file that have one of the numbers, by number. The first line has the number 1. */
async function readLines(file: Blob, numbers: ReadonlySet<number>): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let line = 1;
  let rest = '';
  const visit = (text: string): void => {
    if (numbers.has(line)) found.set(line, text.replace(/\r$/, ''));
    line += 1;
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(visit);
  }
  if (rest !== '') visit(rest);
  return found;
}

/** Creates a CSV file of the rows that were not imported: line number, reason and the row itself, to correct and import again. */
export async function createErrorFile(
  { file, separator, header }: CsvFile,
  rows: readonly InvalidRow[],
): Promise<Blob> {
  const texts = await readLines(file, new Set(rows.map(({ line }) => line)));
  const head = ['line', 'error', ...header.map(quotedCell)].join(separator);
  const body = rows.map(({ line, reason }) => [line, quotedCell(reason), texts.get(line) ?? ''].join(separator));
  return new Blob([[head, ...body, ''].join('\n')], { type: 'text/csv' });
}
