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

/** A CSV file with its header and first rows, for which the user assigns the columns. */
export interface CsvStart {
  /** The file in UTF-8. */
  file: Blob;
  separator: string;
  header: string[];
  /** The first rows. */
  samples: string[][];
  /** Length of the header line in bytes, with its line break. */
  headerBytes: number;
}

const START_BYTES = 256 * 1024;
const SAMPLE_ROWS = 3;

/** The patterns by which the Admin API finds columns; for the e-mail column also "mail" without "e". */
const PATTERNS: readonly [MemberColumn, RegExp][] = [
  ['email', /^(?!subscribed).*mail/i],
  ['name', /name/i],
  ['note', /note/i],
  ['complimentary_plan', /complimentary|comped/i],
  ['created_at', /^created_at$/i],
  ['subscribed_to_emails', /^subscribed(_to_emails)?$/i],
  ['labels', /^labels?$/i],
];

/** Converts a file that is not UTF-8 from Windows-1252, which spreadsheets on Windows write. */
async function toUtf8(file: Blob): Promise<Blob> {
  const start = await file.slice(0, START_BYTES).arrayBuffer();
  try {
    // With `stream`, a character that the slice cuts at its end is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return file;
  } catch {
    return new Blob([new TextDecoder('windows-1252').decode(await file.arrayBuffer())]);
  }
}

/** A comma if the header has one, as in the Admin API; else a semicolon or a tab. */
const separatorOf = (line: string): string => [',', ';', '\t'].find((separator) => line.includes(separator)) ?? ',';

/**
 * Reads header and first rows of a CSV file.
 * @returns undefined for a file without a header
 */
export async function readCsvStart(chosen: File): Promise<CsvStart | undefined> {
  const file = await toUtf8(chosen);
  // `ignoreBOM: true` keeps a byte order mark in the text, so that `bytes` below counts it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(await file.slice(0, START_BYTES).arrayBuffer(), { stream: true });
  const separator = separatorOf(text.split(/\r?\n/).find((line) => line.trim() !== '') ?? '');
  const { parse } = await import('csv-parse/browser/esm/sync');
  let headerBytes = 0;
  const [header, ...samples] = parse(text, {
    delimiter: separator,
    to: SAMPLE_ROWS + 1,
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

/** The probable member fields of the columns, by their titles; null for an unknown column, which is not imported. */
export function guessColumns(header: readonly string[]): (MemberColumn | null)[] {
  const taken = new Set<MemberColumn>();
  return header.map((title) => {
    const found = PATTERNS.find(([column, pattern]) => !taken.has(column) && pattern.test(title.trim()))?.[0];
    if (found) taken.add(found);
    return found ?? null;
  });
}

/** The file with a new header, whose titles the Admin API knows. The rows are copied without parsing them. */
export function withColumns(start: CsvStart, columns: readonly (MemberColumn | null)[]): File {
  const titles = columns.map((column, index) => column ?? `skipped_${index}`);
  const rows = start.file.slice(start.headerBytes);
  return new File([`${titles.join(start.separator)}\n`, rows], 'members.csv', { type: 'text/csv' });
}
