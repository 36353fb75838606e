import type { WriteScope } from '../write-scope';
import { type ImportedRecord, instantIn } from './imported-row';

/** The transaction of an import, with its time. */
export interface ImportScope extends WriteScope {
  /** The time of the import, by the clock of the database. */
  now: Date;
}

/** The creation time of a row: its column `created_at`, else `updated_at`, else `now`. */
export function createdAtIn(row: ImportedRecord, now: Date): Date {
  return instantIn(row, 'created_at') ?? instantIn(row, 'updated_at') ?? now;
}
