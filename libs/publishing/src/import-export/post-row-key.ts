import { createHash } from 'node:crypto';
import type { ImportedRecord } from './imported-row';

/** The columns that together identify a post of a file, whatever kind of ids the file has. */
const IDENTIFYING = ['id', 'uuid', 'type', 'page', 'slug', 'title', 'created_at'];

/** Gives each post of a file a key that is the same in every import of the file, also if rows are equal. */
export class PostRowKeys {
  readonly #seen = new Map<string, number>();

  /** SHA-256 in hex over the identifying columns; rows that are equal in them are numbered in the order of the file. */
  next(row: ImportedRecord): string {
    const identity = JSON.stringify(IDENTIFYING.map((column) => row[column] ?? null));
    const digest = createHash('sha256').update(identity).digest('hex');
    const number = (this.#seen.get(digest) ?? 0) + 1;
    this.#seen.set(digest, number);
    return number === 1 ? digest : `${digest}-${number}`;
  }
}
