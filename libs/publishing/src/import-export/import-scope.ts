import type { WriteScope } from '../write-scope';
import { type ImportedRecord, instantIn } from './imported-row';

/** The transaction of an import. */
export interface ImportScope extends WriteScope {
  /** The time of the import, by the clock of the database. */
  now: Date;
}

/** When a row was created: its date, else that of its last change, else the time of the import. */
export function createdAtIn(row: ImportedRecord, now: Date): Date {
  return instantIn(row, 'created_at') ?? instantIn(row, 'updated_at') ?? now;
}
