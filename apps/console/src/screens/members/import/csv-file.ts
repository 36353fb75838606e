/** The fields of a member that a column of a file can have, by the names that the Admin API reads. */
export const MEMBER_COLUMNS = [
  'email',
  'name',
  'note',
  'subscribed_to_emails',
  'complimentary_plan',
  'created_at',
  'labels',
] as const;
export type MemberColumn = (typeof MEMBER_COLUMNS)[number];

/** The beginning of a file, from which the user assigns its columns. */
export interface CsvStart {
  /** The file in UTF-8. */
  file: Blob;
  separator: string;
  header: string[];
  /** A few rows. */
  samples: string[][];
  /** Bytes of the header with the end of its line. */
  headerBytes: number;
}

const START_BYTES = 256 * 1024;
const SAMPLES = 3;

/** As the Admin API recognises columns, and addresses also without the `e`. */
const PATTERNS: readonly [MemberColumn, RegExp][] = [
  ['email', /^(?!subscribed).*mail/i],
  ['name', /name/i],
  ['note', /note/i],
  ['complimentary_plan', /complimentary|comped/i],
  ['created_at', /^created_at$/i],
  ['subscribed_to_emails', /^subscribed(_to_emails)?$/i],
  ['labels', /^labels?$/i],
];

/** Spreadsheets on Windows write CSV in Windows-1252. */
async function inUtf8(file: Blob): Promise<Blob> {
  const start = await file.slice(0, START_BYTES).arrayBuffer();
  try {
    // With `stream`, a character that the slice cuts at its end is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return file;
  } catch {
    return new Blob([new TextDecoder('windows-1252').decode(await file.arrayBuffer())]);
  }
}

/** As the Admin API: a comma if the first line has one, else a semicolon or tab. */
const separatorOf = (line: string): string => [',', ';', '\t'].find((one) => line.includes(one)) ?? ',';

/**
 * Reads header and first rows of a CSV file.
 * @returns undefined for a file without a header
 */
export async function readCsvStart(chosen: File): Promise<CsvStart | undefined> {
  const file = await inUtf8(chosen);
  // `ignoreBOM` keeps the mark, so that the bytes count from the beginning of the file.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(await file.slice(0, START_BYTES).arrayBuffer(), { stream: true });
  const separator = separatorOf(text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '');
  const { parse } = await import('csv-parse/browser/esm/sync');
  let headerBytes = 0;
  const [header, ...samples] = parse(text, {
    delimiter: separator,
    to: SAMPLES + 1,
    bom: true,
    skip_empty_lines: true,
    relax_quotes: true,
    relax_column_count: true,
    on_record: (record: string[], { bytes }) => {
      headerBytes ||= bytes;
      return record;
    },
  });
  return header && { file, separator, header, samples, headerBytes };
}

/** The probable fields of the columns, by their titles; null for columns that are not imported. */
export function guessColumns(header: readonly string[]): (MemberColumn | null)[] {
  const taken = new Set<MemberColumn>();
  return header.map((title) => {
    const found = PATTERNS.find(([column, pattern]) => !taken.has(column) && pattern.test(title.trim()))?.[0];
    if (found) taken.add(found);
    return found ?? null;
  });
}

/** The file with a header that names the columns as the Admin API knows them. The rows are not read. */
export function withColumns(start: CsvStart, columns: readonly (MemberColumn | null)[]): File {
  const titles = columns.map((column, index) => column ?? `skipped_${index}`);
  const rows = start.file.slice(start.headerBytes);
  return new File([`${titles.join(start.separator)}\n`, rows], 'members.csv', { type: 'text/csv' });
}
