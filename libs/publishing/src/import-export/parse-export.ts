import { BadRequestError, ValidationError } from '@almanac/errors';
import type { ImportedTables } from './imported-row';

/**
 * Reads the text of an export.
 * @throws BadRequestError when it is no JSON; ValidationError when it is no export
 */
export function parseExport(text: string): ImportedTables {
  return tablesOf(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new BadRequestError('Failed to parse the import JSON file.', { cause });
  }
}

/** The tables of `{db: [{data}]}`, or of `{data}` as older exports have it. */
function tablesOf(document: unknown): ImportedTables {
  const db = fieldOf(document, 'db');
  const data = fieldOf(Array.isArray(db) ? db[0] : document, 'data');
  if (typeof data !== 'object' || data === null) {
    throw new ValidationError('The file is not an export of Ghost.', { property: 'importfile' });
  }
  const tables = Object.entries(data).map(([name, rows]) => [name, Array.isArray(rows) ? rows.filter(isRow) : []]);
  return Object.fromEntries(tables) as ImportedTables;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

function isRow(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
