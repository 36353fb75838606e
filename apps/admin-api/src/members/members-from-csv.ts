import { ValidationError } from '@almanac/errors';
import type { ImportedRow } from '@almanac/publishing';
import { quoted } from '@almanac/validation';
import type { Readable } from 'node:stream';
import { linesOf, type TextLine } from './csv-lines';
import { csvRecords, type Separator } from './csv-records';

/** What spreadsheets take for a formula, with the apostrophes that already keep it from being one. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Which column of a file is which, told by what its header says. */
const headers: Record<'email' | 'name' | 'note' | 'plan' | 'createdAt', RegExp> = {
  email: /e-?mail/i,
  name: /name/i,
  note: /note/i,
  plan: /complimentary|comped/i,
  createdAt: /^created_at$/i,
};
type Column = keyof typeof headers;

/**
 * The members of a CSV file as it streams in; its first line says which column is which. Values are separated by commas, or
 * by semicolons or tabs where the first line has no comma and names an e-mail column with them.
 * @throws ValidationError when the file is empty
 */
export async function* membersFromCsv(file: Readable): AsyncGenerator<ImportedRow[]> {
  const start = await startOf(linesOf(file));
  let header: string[] | undefined;
  let columns: Partial<Record<Column, number>> = {};
  const isPlausible = (values: string[], titles: readonly string[]): boolean =>
    values.length === titles.length && !(values[columnsOf(titles).email ?? -1] ?? '').includes('\n');
  for await (const records of csvRecords(start.lines, separatorOf(start.header), isPlausible)) {
    if (header === undefined && records.length > 0) {
      header = records.shift()?.values ?? [];
      columns = columnsOf(header);
    }
    const titles = header ?? [];
    if (columns.email === undefined)
      yield records.map(() => ({ line: 1, reason: noEmailColumn(titles), isAboutFile: true }));
    else yield records.map(({ line, values }) => rowOf(line, values, columns, titles.length));
  }
}

interface StartedFile {
  /** The first line that is not blank. */
  header: string;
  /** All lines, from the first on. */
  lines: AsyncIterable<TextLine[]>;
}

async function startOf(lines: AsyncGenerator<TextLine[]>): Promise<StartedFile> {
  for (;;) {
    const next = await lines.next();
    if (next.done === true) {
      throw new ValidationError('The file is empty.', {
        property: 'membersfile',
        help: 'The first line names the columns, such as email,name,note; each further line is a member.',
      });
    }
    const first = next.value.find(({ text }) => text?.trim() !== '');
    if (first !== undefined) return { header: first.text ?? '', lines: followedBy(next.value, lines) };
  }
}

async function* followedBy(first: TextLine[], rest: AsyncIterable<TextLine[]>): AsyncGenerator<TextLine[]> {
  yield first;
  yield* rest;
}

/** No title of a column holds a separator, so a first line without a comma has another one, or a single column. */
function separatorOf(header: string): Separator {
  if (header.includes(',')) return ',';
  const others: readonly Separator[] = [';', '\t'];
  return others.find((one) => header.includes(one) && columnsOf(header.split(one)).email !== undefined) ?? ',';
}

function noEmailColumn(titles: readonly string[]): string {
  return `The file has no column for e-mail addresses. Its first line names the columns, such as email,name,note; it is ${quoted(titles.join(','))}.`;
}

function columnsOf(header: readonly string[]): Partial<Record<Column, number>> {
  const found = Object.entries(headers).map(([column, pattern]) => [
    column,
    header.findIndex((title) => pattern.test(title.trim())),
  ]);
  return Object.fromEntries(found.filter(([, index]) => index !== -1)) as Partial<Record<Column, number>>;
}

function rowOf(
  line: number,
  values: readonly string[] | null,
  columns: Partial<Record<Column, number>>,
  width: number,
): ImportedRow {
  if (values === null) return { line, reason: 'The row is not valid CSV.' };
  if (values.length > width) return { line, reason: 'The row has more values than the header.' };
  const valueOf = (column: Column): string | null => fromText(values[columns[column] ?? -1]);
  const email = valueOf('email');
  if (email === null) return { line, reason: 'The row has no e-mail address.' };
  return {
    line,
    email,
    name: valueOf('name'),
    note: valueOf('note'),
    isComplimentary: /^(true|yes|1)$/i.test(valueOf('plan') ?? ''),
    createdAt: toInstant(valueOf('createdAt')),
  };
}

function fromText(value: string | undefined): string | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}

/** An instant of the years that are written with four digits, as both JavaScript and the database read them; else null. */
function toInstant(text: string | null): Date | null {
  const instant = new Date(text ?? NaN);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}
