import { createObjectId } from '@almanac/entities';

/** A row of an imported file. What it says is checked where it is read. */
export type ImportedRecord = Readonly<Record<string, unknown>>;

/** The tables of an export by name. */
export type ImportedTables = Readonly<Record<string, readonly ImportedRecord[]>>;

const ID = /^(?:[a-f\d]{24}|1)$/;

/** A text; null for an absent or empty one. Null characters, which no database text may hold, are left out. */
export function textIn(row: ImportedRecord, name: string): string | null {
  const value = row[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value.replaceAll('\0', '') : null;
}

/** A text no longer than its column takes. */
export function shortTextIn(row: ImportedRecord, name: string, maxLength: number): string | null {
  return textIn(row, name)?.slice(0, maxLength) ?? null;
}

/** A switch, which exports write as 0 or 1. */
export function flagIn(row: ImportedRecord, name: string): boolean {
  const value = row[name];
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** An instant; null when there is none or it is none. */
export function instantIn(row: ImportedRecord, name: string): Date | null {
  const value = row[name];
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** A whole number. */
export function numberIn(row: ImportedRecord, name: string): number {
  const value = Number(row[name] ?? 0);
  return Number.isSafeInteger(value) ? value : 0;
}

/** The row's own id, or another one's; undefined when it is not in the form of one. */
export function idIn(row: ImportedRecord, name = 'id'): string | undefined {
  const value = row[name];
  return typeof value === 'string' && ID.test(value) ? value : undefined;
}

/** The row's id if it is one that is still free, else a new one. */
export function freeId(row: ImportedRecord, taken: Set<string>): string {
  const own = idIn(row);
  const id = own === undefined || taken.has(own) ? createObjectId() : own;
  taken.add(id);
  return id;
}
