import type { ImportedTable } from './export-limits';

/** A row of an imported file, with unchecked values. */
export type ImportedRecord = Readonly<Record<string, unknown>>;

/** The tables of an export. */
export interface ImportedTables {
  /** The version of Ghost in the file; null when the file does not state it. */
  readonly version: string | null;
  /** The number of rows of every table of the file, also of tables that are not imported. */
  readonly totals: ReadonlyMap<string, number>;
  /** The number of rows of a table. */
  count(table: ImportedTable): number;
  /** The rows of a table, in batches. */
  rows(table: ImportedTable): AsyncIterable<readonly ImportedRecord[]>;
}

/** All rows of a small table. */
export async function allRows(tables: ImportedTables, table: ImportedTable): Promise<ImportedRecord[]> {
  const all: ImportedRecord[] = [];
  for await (const rows of tables.rows(table)) all.push(...rows);
  return all;
}

const ID = /^(?:[a-f\d]{24}|1)$/;

/**
 * A string; null where it is absent or empty. NUL characters, which PostgreSQL does not store, are removed; half a surrogate pair
 * becomes U+FFFD.
 */
export function textIn(row: ImportedRecord, name: string): string | null {
  const value = row[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? Buffer.from(value.replaceAll('\0', '')).toString() : null;
}

/** A string, cut to `maxLength`. */
export function shortTextIn(row: ImportedRecord, name: string, maxLength: number): string | null {
  return textIn(row, name)?.slice(0, maxLength) ?? null;
}

/** A boolean; exports write 0 or 1. */
export function flagIn(row: ImportedRecord, name: string): boolean {
  const value = row[name];
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** An instant of the years 1 to 9999; null for other values. */
export function instantIn(row: ImportedRecord, name: string): Date | null {
  const value = row[name];
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const instant = new Date(value);
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant : null;
}

const LARGEST_INTEGER = 2 ** 31 - 1;

/** A whole number for an `integer` column; 0 for other values. */
export function numberIn(row: ImportedRecord, name: string): number {
  const value = Number(row[name] ?? 0);
  return Number.isInteger(value) && Math.abs(value) <= LARGEST_INTEGER ? value : 0;
}

/** The id of the row, or the id in another column; undefined for an invalid id. */
export function idIn(row: ImportedRecord, name = 'id'): string | undefined {
  const value = row[name];
  return typeof value === 'string' && ID.test(value) ? value : undefined;
}
