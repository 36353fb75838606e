import { createHash } from 'node:crypto';
import type { ImportedRecord } from './imported-row';

/** The columns that together identify a post of a file, also if the file has no ids or no uuids. */
const IDENTIFYING = ['id', 'uuid', 'type', 'page', 'slug', 'title', 'created_at'];

/** Gives each post of a file a unique key, which is the same in every import of the file. */
export class PostRowKeys {
  readonly #seen = new Map<string, number>();

  /** The key of the next row: the SHA-256 digest of its identifying columns in hex. Repeated digests get a number from 2 on. */
  next(row: ImportedRecord): string {
    const identity = JSON.stringify(IDENTIFYING.map((column) => row[column] ?? null));
    const digest = createHash('sha256').update(identity).digest('hex');
    const number = (this.#seen.get(digest) ?? 0) + 1;
    this.#seen.set(digest, number);
    return number === 1 ? digest : `${digest}-${number}`;
  }
}
