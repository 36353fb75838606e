import { slugFor } from '@almanac/rendering';
import type { EntityManager } from 'typeorm';
import { cut, type ImportedRecord, objectIdIn, shortTextIn, textIn } from './imported-row';
import { typeOf } from './post-from-row';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Longer slugs are cut. */
export const MAX_SLUG_LENGTH = 191;
/** The highest number that is appended to a slug that another post has. */
const MAX_SLUG_NUMBER = 20;

/** A row of the file with its key. */
export interface KeyedRow {
  /** The result of `PostRowKeys.next`. It is the same in every import of the file. */
  key: string;
  row: ImportedRecord;
}

/** The uuid of a post in lower case; undefined if it has no valid one. */
export function uuidIn(row: ImportedRecord): string | undefined {
  const uuid = textIn(row, 'uuid')?.toLowerCase() ?? '';
  return UUID.test(uuid) ? uuid : undefined;
}

/** The slug of a post, cut if it is too long; derived from the title if the row has no slug. */
export function slugOf(row: ImportedRecord): string {
  return shortTextIn(row, 'slug', MAX_SLUG_LENGTH) ?? slugFor('post', textIn(row, 'title') ?? '');
}

interface StoredPost {
  id: string;
  slug: string;
  uuid: string;
  type: string;
}

/** The stored posts that earlier imports added for the rows of a batch, or that have the id, the uuid or a slug of one of the rows. */
export class KnownPosts {
  readonly #ids: Set<string>;
  readonly #bySlug: Map<string, StoredPost>;
  readonly #byUuid: Map<string, StoredPost>;

  private constructor(
    stored: readonly StoredPost[],
    /** The ids of posts that earlier imports added, by the keys of their rows. */
    private readonly imported: ReadonlyMap<string, string>,
    private readonly isAdded: (id: string) => boolean,
  ) {
    this.#ids = new Set(stored.map(({ id }) => id));
    this.#bySlug = new Map(stored.map((post) => [post.slug, post]));
    this.#byUuid = new Map(stored.map((post) => [post.uuid, post]));
  }

  /**
   * Reads the posts with two statements.
   * @param isAdded whether this import added the post with an id; such a post never counts as the stored post of another row
   */
  static async read(
    manager: EntityManager,
    rows: readonly KeyedRow[],
    isAdded: (id: string) => boolean,
  ): Promise<KnownPosts> {
    const ids = rows.flatMap(({ row }) => objectIdIn(row) ?? []);
    const uuids = rows.flatMap(({ row }) => uuidIn(row) ?? []);
    const slugs = [...new Set(rows.map(({ row }) => slugOf(row)))].flatMap(slugCandidates);
    const stored: StoredPost[] = await manager.query(
      'select id, slug, uuid, type from publishing.posts where id = any($1) or uuid = any($2::uuid[]) or slug = any($3)',
      [ids, uuids, slugs],
    );
    const imported: { key: string; id: string }[] = await manager.query(
      'select row_key as key, post_id as id from publishing.imported_posts where row_key = any($1)',
      [rows.map(({ key }) => key)],
    );
    return new KnownPosts(stored, new Map(imported.map(({ key, id }) => [key, id])), isAdded);
  }

  /**
   * Whether the site already has the post of the row: an earlier import added it, or a stored post has its uuid. A row without a uuid
   * is compared by slug and type.
   */
  has({ key, row }: KeyedRow): boolean {
    if (this.imported.has(key)) return true;
    const uuid = uuidIn(row);
    const post = uuid === undefined ? this.#bySlug.get(slugOf(row)) : this.#byUuid.get(uuid);
    if (post === undefined || this.isAdded(post.id)) return false;
    return uuid !== undefined || post.type === typeOf(row);
  }

  hasId(id: string): boolean {
    return this.#ids.has(id);
  }

  hasUuid(uuid: string): boolean {
    return this.#byUuid.has(uuid);
  }

  /** The slug of a row; if another post has it, the slug with a number from 2 to 20, or with the id. */
  freeSlug(row: ImportedRecord, id: string): string {
    const slug = slugOf(row);
    return slugCandidates(slug).find((one) => !this.#bySlug.has(one)) ?? withSuffix(slug, `-${id}`);
  }

  /** Adds a new post of this batch, so that later rows get another id, uuid and slug. */
  add(post: StoredPost): void {
    this.#ids.add(post.id);
    this.#bySlug.set(post.slug, post);
    this.#byUuid.set(post.uuid, post);
  }
}

/** The candidates for the slug of a post: the slug itself, then the slug with the numbers 2 to 20. */
function slugCandidates(slug: string): string[] {
  return [slug, ...Array.from({ length: MAX_SLUG_NUMBER - 1 }, (_, index) => withSuffix(slug, `-${index + 2}`))];
}

function withSuffix(slug: string, suffix: string): string {
  return cut(slug, MAX_SLUG_LENGTH - suffix.length) + suffix;
}
