/** The member fields to which columns can be assigned. Each name is also a column title that the Admin API recognizes. */
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

/** A CSV file that the user has chosen, with its header and first rows. */
export interface CsvFile {
  /** The file in UTF-8. */
  file: Blob;
  /** The character between two values: comma, semicolon or tab. */
  separator: string;
  header: string[];
  /** The first rows after the header, at most `SAMPLE_ROWS`. */
  samples: string[][];
  /** Number of bytes before the first row: blank lines, and the header with its line break. */
  headerBytes: number;
  /** Number of lines before the first row: blank lines, and the header, whose titles can contain line breaks. */
  headerLines: number;
}

/** The length of the part at the start of the file from which the separator, the header and the samples are read. */
const SAMPLE_BYTES = 256 * 1024;
const SAMPLE_ROWS = 3;

/**
 * The patterns by which the Admin API recognizes columns. Only the pattern for `email` differs: it also matches "Mail", but not a title
 * with a line break before "mail".
 */
const TITLE_PATTERNS: readonly [MemberColumn, RegExp][] = [
  ['email', /^(?!subscribed).*mail/i],
  ['name', /name/i],
  ['note', /note/i],
  ['complimentary_plan', /complimentary|comped/i],
  ['created_at', /^created_at$/i],
  ['subscribed_to_emails', /^subscribed(_to_emails)?$/i],
  ['labels', /^labels?$/i],
];

/**
 * Converts a file to UTF-8 if it is not UTF-8. The file is then read as Windows-1252, the usual encoding of CSV files from spreadsheet
 * programs on Windows.
 */
async function toUtf8(file: Blob): Promise<Blob> {
  if (await isUtf8(file)) return file;
  return new Blob([new TextDecoder('windows-1252').decode(await file.arrayBuffer())]);
}

async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let start = 0; start < file.size; start += SAMPLE_BYTES) {
    const part = await file.slice(start, start + SAMPLE_BYTES).arrayBuffer();
    try {
      // `stream`: an incomplete character at the end of a part is no error, except in the last part.
      decoder.decode(part, { stream: start + SAMPLE_BYTES < file.size });
    } catch {
      return false;
    }
  }
  return true;
}

/** A comma if the header has a comma, as in the Admin API; else a semicolon or a tab if the header has one; else a comma. */
const separatorOf = (line: string): string => [',', ';', '\t'].find((separator) => line.includes(separator)) ?? ',';

/**
 * Reads the header and the first rows of a CSV file.
 * @returns undefined for a file without a header
 */
export async function readCsvFile(chosen: File): Promise<CsvFile | undefined> {
  const file = await toUtf8(chosen);
  // `ignoreBOM: true` keeps a byte order mark in the text, so that `bytes` below counts it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(await file.slice(0, SAMPLE_BYTES).arrayBuffer(), { stream: true });
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
      // The first record is the header; `bytes` is the number of bytes up to the end of the record.
      headerBytes ||= bytes;
      return record;
    },
  });
  const headerLines = (await file.slice(0, headerBytes).text()).split('\n').length - 1;
  return header && { file, separator, header, samples, headerBytes, headerLines };
}

/** Guesses the member field of each column from its title; null for an unknown column, which is not imported. */
export function guessColumns(header: readonly string[]): (MemberColumn | null)[] {
  const taken = new Set<MemberColumn>();
  return header.map((title) => {
    const found = TITLE_PATTERNS.find(([column, pattern]) => !taken.has(column) && pattern.test(title.trim()))?.[0];
    if (found) taken.add(found);
    return found ?? null;
  });
}

/**
 * The file with a new header of one line. The Admin API recognizes the titles of assigned columns and ignores those of other columns. The
 * rows are copied without parsing them. Blank lines before the new header keep each row on its line, so that the line numbers that the
 * Admin API reports are those of the chosen file.
 * @param columns the member field of each column; null for a column that is not imported
 */
export function withColumns(csv: CsvFile, columns: readonly (MemberColumn | null)[]): File {
  const titles = columns.map((column, index) => column ?? `skipped_${index}`);
  const rows = csv.file.slice(csv.headerBytes);
  const blankLines = '\n'.repeat(Math.max(csv.headerLines - 1, 0));
  return new File([`${blankLines}${titles.join(csv.separator)}\n`, rows], 'members.csv', { type: 'text/csv' });
}
