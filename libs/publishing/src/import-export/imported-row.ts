import { parseInstant } from '@almanac/validation';
import type { ImportedTable } from './export-limits';
import { jsonWithoutNul } from './json-without-nul';

/** A row of an imported file: its values by column, which are not validated. */
export type ImportedRecord = Readonly<Record<string, unknown>>;

/** The tables of a file to import. */
export interface ImportedTables {
  /** The version of Ghost in the file; null when the file does not state it. */
  readonly version: string | null;
  /** The number of rows of every table of the file, also of tables that are not imported. */
  readonly totals: ReadonlyMap<string, number>;
  /** The number of rows of a table without the rows that could not be parsed. */
  count(table: ImportedTable): number;
  /** The rows of a table, in batches. */
  rows(table: ImportedTable): AsyncIterable<readonly ImportedRecord[]>;
}

const OBJECT_ID = /^[a-f\d]{24}$/;
const MAX_FILE_ID_LENGTH = 200;

/**
 * The value of a column as a string. NUL characters, which PostgreSQL cannot store, are removed. An unpaired surrogate becomes U+FFFD.
 * Null if the string is empty, or the value is neither a string nor a number.
 */
export function textIn(row: ImportedRecord, name: string): string | null {
  const value = row[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() || null : null;
}

/** The JSON document in a column, as a string; some files contain it as an object. Null if the column is empty. */
export function documentIn(row: ImportedRecord, name: string): string | null {
  const value = row[name];
  return typeof value === 'object' && value !== null ? jsonWithoutNul(value, '') : textIn(row, name);
}

/** As `textIn`, cut to `maxLength` UTF-16 code units. */
export function shortTextIn(row: ImportedRecord, name: string, maxLength: number): string | null {
  const text = textIn(row, name);
  return text === null ? null : cut(text, maxLength);
}

/** The first `maxLength` UTF-16 code units of a string. A surrogate pair is not split: PostgreSQL rejects one half of it in JSON. */
export function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Cs}$/u, '');
}

/** Whether a column has a value. An empty string counts as none. */
export function hasValue(row: ImportedRecord, name: string): boolean {
  return row[name] !== undefined && row[name] !== null && row[name] !== '';
}

/** The boolean in a column. Exports contain 0 or 1, or true or false; any other value is false. */
export function flagIn(row: ImportedRecord, name: string): boolean {
  const value = row[name];
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** The boolean in a column, as 0 or 1, or true or false; null for other values. */
export function booleanIn(row: ImportedRecord, name: string): boolean | null {
  const value = row[name];
  if (flagIn(row, name)) return true;
  return value === false || value === 0 || value === '0' || value === 'false' ? false : null;
}

/** The boolean in a column that restricts access if it is true. So a value that cannot be read is true; a missing value is false. */
export function restrictingFlagIn(row: ImportedRecord, name: string): boolean {
  return booleanIn(row, name) ?? hasValue(row, name);
}

/** Matches a date, or a date and time without a time zone, as databases print it. */
const LOCAL_DATE = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?$/;
/** Matches a number of at least five digits. Four digits can be a year. */
const DIGITS = /^-?\d{5,}$/;
/** Numbers from here to `MAX_SECONDS` are seconds (the years 1973 to 5138). As milliseconds, they would be before 4 March 1973. */
const MIN_SECONDS = 1e8;
const MAX_SECONDS = 1e11;

/**
 * The instant in a column, of the years 0 to 9999; null for other values. Exports contain ISO 8601, milliseconds or seconds since
 * 1970, or dates of a database without a time zone, which are read as UTC.
 */
export function instantIn(row: ImportedRecord, name: string): Date | null {
  const value = row[name];
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const instant = typeof value === 'number' || DIGITS.test(value) ? fromNumber(Number(value)) : fromText(value.trim());
  const year = instant?.getUTCFullYear() ?? NaN;
  return year >= 0 && year <= 9999 ? instant : null;
}

function fromNumber(value: number): Date {
  return new Date(value >= MIN_SECONDS && value < MAX_SECONDS ? value * 1000 : value);
}

function fromText(text: string): Date | null {
  return parseInstant(LOCAL_DATE.test(text) ? `${text.replace(' ', 'T')}${text.length > 10 ? 'Z' : ''}` : text);
}

const LARGEST_INTEGER = 2 ** 31 - 1;

/** The number in a column, if it is a whole number that fits a PostgreSQL `integer`; null for other values. */
export function integerIn(row: ImportedRecord, name: string): number | null {
  const text = textIn(row, name)?.trim();
  const value = text ? Number(text) : NaN;
  return Number.isInteger(value) && Math.abs(value) <= LARGEST_INTEGER ? value : null;
}

/** As `integerIn`, but 0 for other values. */
export function numberIn(row: ImportedRecord, name: string): number {
  return integerIn(row, name) ?? 0;
}

/** The id in a column, by default the id of the row in the file: an ObjectID, UUID or number, as a string. Undefined if it is absent. */
export function fileIdIn(row: ImportedRecord, name = 'id'): string | undefined {
  return shortTextIn(row, name, MAX_FILE_ID_LENGTH) ?? undefined;
}

/** The id in a column if it is an ObjectID; undefined for other ids, which the import replaces by new ObjectIDs. */
export function objectIdIn(row: ImportedRecord, name = 'id'): string | undefined {
  const value = row[name];
  return typeof value === 'string' && OBJECT_ID.test(value) ? value : undefined;
}
