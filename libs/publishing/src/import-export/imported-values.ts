import type { Field } from '@almanac/resource-fields';
import { toStoredValue } from '../columns/stored-values';
import type { ImportLog } from './import-log';
import { booleanIn, cut, hasValue, type ImportedRecord, instantIn, integerIn, textIn } from './imported-row';

const IS_CUT = 'The text is longer than the column and was cut.';
const IS_UNKNOWN = 'The value is unknown; the default is stored.';
const IS_UNREADABLE = 'The value cannot be read; the default is stored.';
const IS_NO_DATE = 'The date cannot be read.';
const HAS_NO_COLUMN = 'Almanac has no such column.';
const IS_OF_INSTALLATION = 'The value names a user of the installation that wrote the file.';
const columnsOfInstallation: ReadonlySet<string> = new Set(['created_by', 'updated_by', 'published_by']);

/** The table whose values are read, and the report. */
export interface ValueReader {
  siteUrl: string;
  table: string;
  log: ImportLog;
}

/**
 * The values of fields in a row of an imported file, by property, as their columns store them. A missing, unknown or unreadable value is
 * replaced by the default of the field. Without a default, a string or date becomes null if the column may be null; otherwise the
 * property is absent. The log counts strings that were cut, unknown values, and numbers, booleans and dates that cannot be read. An empty
 * string counts as missing.
 */
export function importedValues<Row>(fields: readonly Field[], row: ImportedRecord, reader: ValueReader): Partial<Row> {
  const values = fields.map((field) => [field.name, importedValue(field, row, reader)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<Row>;
}

/** Counts in the log the columns of a row that have a value and are not among the `known` columns. */
export function logUnknownColumns(row: ImportedRecord, known: ReadonlySet<string>, { table, log }: ValueReader): void {
  for (const column of Object.keys(row)) {
    if (!known.has(column) && hasValue(row, column)) {
      log.countField(table, column, columnsOfInstallation.has(column) ? IS_OF_INSTALLATION : HAS_NO_COLUMN);
    }
  }
}

function importedValue(field: Field, row: ImportedRecord, reader: ValueReader): unknown {
  const { column, type } = field;
  if (type === 'boolean') return importedScalar(field, booleanIn(row, column), row, reader);
  if (type === 'integer') return importedScalar(field, integerIn(row, column), row, reader);
  const value = type === 'instant' ? importedInstant(field, row, reader) : importedText(field, row, reader);
  return value === null && !field.isNullable ? undefined : toStoredValue(field, value, reader.siteUrl);
}

/** @param value null if the value of the row is missing or cannot be read */
function importedScalar(
  { column, default: fallback }: Field,
  value: boolean | number | null,
  row: ImportedRecord,
  { table, log }: ValueReader,
): unknown {
  if (value === null && hasValue(row, column)) log.countField(table, column, IS_UNREADABLE);
  return value ?? fallback ?? undefined;
}

function importedInstant({ column }: Field, row: ImportedRecord, { table, log }: ValueReader): Date | null {
  const instant = instantIn(row, column);
  if (instant === null && hasValue(row, column)) log.countField(table, column, IS_NO_DATE);
  return instant;
}

function importedText(field: Field, row: ImportedRecord, { table, log }: ValueReader): unknown {
  const { column, values, default: fallback, input, importLength = input?.maxLength ?? Infinity } = field;
  const text = textIn(row, column);
  if (values !== undefined) {
    const known = values.find((value) => value === text);
    if (known === undefined && text !== null) log.countField(table, column, IS_UNKNOWN);
    return known ?? fallback ?? null;
  }
  if (text === null) return fallback ?? null;
  if (text.length <= importLength) return text;
  log.countField(table, column, IS_CUT);
  return cut(text, importLength);
}
