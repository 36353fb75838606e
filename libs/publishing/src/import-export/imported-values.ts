import type { Field } from '@almanac/resource-fields';
import { storedValue } from '../columns/stored-values';
import { flagIn, type ImportedRecord, instantIn, numberIn, shortTextIn } from './imported-row';

/** Whether texts that are longer than their column takes are cut or kept as they are, for a later check. */
export type LongTexts = 'cut' | 'keep';

/**
 * The value of a field in a row of an imported file, as its column stores it.
 * @returns undefined where the row has no valid value and the column may not be null
 */
function importedValue(field: Field, row: ImportedRecord, siteUrl: string, longTexts: LongTexts): unknown {
  const { column, type } = field;
  if (type === 'boolean') return flagIn(row, column);
  if (type === 'integer') return numberIn(row, column);
  const value = type === 'instant' ? instantIn(row, column) : importedText(field, row, longTexts);
  return value === null && !field.isNullable ? undefined : storedValue(field, value, siteUrl);
}

function importedText(field: Field, row: ImportedRecord, longTexts: LongTexts): unknown {
  const { column, values, default: fallback, input, importLength = input?.maxLength ?? Infinity } = field;
  const text = shortTextIn(row, column, longTexts === 'cut' ? importLength : Infinity);
  if (values === undefined) return text ?? fallback ?? null;
  return values.find((value) => value === text) ?? fallback ?? null;
}

/**
 * The values of fields in a row of an imported file, by property. A field is absent where the row has no valid value and the
 * column may not be null.
 */
export function importedValues<Row>(
  fields: readonly Field[],
  row: ImportedRecord,
  siteUrl: string,
  longTexts: LongTexts = 'cut',
): Partial<Row> {
  const values = fields.map((field) => [field.name, importedValue(field, row, siteUrl, longTexts)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Partial<Row>;
}
