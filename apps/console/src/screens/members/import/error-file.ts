import type { CsvStart } from './csv-file.ts';

/** A row that the server did not import. */
export interface InvalidRow {
  line: number;
  reason: string;
}

const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The lines of a file by their numbers; the first line is 1. */
async function linesOf(file: Blob, numbers: ReadonlySet<number>): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let line = 1;
  let rest = '';
  const keep = (text: string): void => {
    if (numbers.has(line)) found.set(line, text.replace(/\r$/, ''));
    line += 1;
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(keep);
  }
  if (rest !== '') keep(rest);
  return found;
}

/** A CSV file of the rows that were not imported: line number, reason and the row itself, for correction and a new import. */
export async function errorFile({ file, separator, header }: CsvStart, rows: readonly InvalidRow[]): Promise<Blob> {
  const texts = await linesOf(file, new Set(rows.map(({ line }) => line)));
  const head = ['line', 'error', ...header.map(quotedCell)].join(separator);
  const body = rows.map(({ line, reason }) => [line, quotedCell(reason), texts.get(line) ?? ''].join(separator));
  return new Blob([[head, ...body, ''].join('\n')], { type: 'text/csv' });
}
