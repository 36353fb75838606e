import { PostAuthor, PostTag } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { WriteScope } from '../write-scope';
import { freeIds } from './free-ids';
import type { ImportLog } from './import-log';
import type { ImportedPosts } from './import-posts';
import type { IdMap } from './import-tags';
import { type ImportedRecord, type ImportedTables, keyIn, numberIn, objectIdIn } from './imported-row';
import { insertOrIgnore } from './insert-or-ignore';
import { rowsOf } from './read-rows';

/** The context of importing rows that link posts to tags or authors. */
export interface LinkScope {
  scope: WriteScope;
  tables: ImportedTables;
  log: ImportLog;
  posts: ImportedPosts;
  /** The ids of the linked rows on the site, by their ids in the file. */
  ids: IdMap;
}

/** A row that links a post to a tag or an author of the site. */
interface PostLink {
  id: string | undefined;
  postId: string;
  linkedId: string;
  sortOrder: number;
}

/** Adds the tags of the posts that were added. */
export async function importPostTags(links: LinkScope): Promise<void> {
  const { manager } = links.scope;
  for await (const batch of linksOf(links, 'posts_tags', 'tag_id')) {
    const rows = batch.map(({ linkedId, ...link }) => ({ ...link, tagId: linkedId }));
    await insertOrIgnore(manager, PostTag, await freeIds(manager, 'posts_tags', rows));
  }
}

/** The author of posts for which the file names no author whom the site has, and the sentence about it in the report. */
export interface FallbackAuthor {
  id: string;
  detail: string;
}

/** The only user of the file if it has one user, otherwise the owner of the site. */
export function fallbackAuthorOf(tables: ImportedTables, users: IdMap, ownerId: string): FallbackAuthor {
  const [only] = users.values();
  if (only !== undefined && tables.count('users') === 1) return { id: only, detail: BY_ONLY_USER };
  return { id: ownerId, detail: BY_OWNER };
}

const BY_ONLY_USER = 'The file names no author of the post. The post is by the only user of the file.';
const BY_OWNER = 'The file names no author whom the site has. The post is by the owner of the site.';

/**
 * Adds the authors of the posts that were added. A post without an author in `posts_authors` gets the user in its column `author_id`,
 * or the fallback if the site does not have this user.
 */
export async function importPostAuthors(links: LinkScope, fallback: FallbackAuthor): Promise<void> {
  const { manager } = links.scope;
  for await (const batch of linksOf(links, 'posts_authors', 'author_id')) {
    const rows = batch.map(({ linkedId, ...link }) => ({ ...link, authorId: linkedId }));
    await insertOrIgnore(manager, PostAuthor, await freeIds(manager, 'posts_authors', rows));
  }
  await addMissingAuthors(links, fallback);
}

const NO_POST = 'The row refers to no post of the file.';
const NO_LINKED_ROW = { tag_id: 'The row refers to no tag of the file.', author_id: 'The author is not on the site.' };

async function* linksOf(
  { scope, tables, log, posts, ids }: LinkScope,
  table: 'posts_tags' | 'posts_authors',
  column: 'tag_id' | 'author_id',
): AsyncGenerator<PostLink[]> {
  const linkOf = (row: ImportedRecord): PostLink[] => {
    const post = posts.find(keyIn(row, 'post_id'));
    const linkedId = ids.get(keyIn(row, column) ?? '');
    if (post !== undefined && linkedId !== undefined) {
      log.countStored(table);
      return [{ id: objectIdIn(row), postId: post.id, linkedId, sortOrder: numberIn(row, 'sort_order') }];
    }
    if (posts.isPresent(keyIn(row, 'post_id'))) log.countPresent(table, row);
    else log.leaveOut(table, post === undefined ? NO_POST : NO_LINKED_ROW[column]);
    return [];
  };
  for await (const rows of rowsOf(tables, table, scope.settings.siteUrl)) yield rows.flatMap(linkOf);
}

const POSTS_PER_STATEMENT = 1_000;

async function addMissingAuthors(
  { scope: { manager }, posts, log }: LinkScope,
  fallback: FallbackAuthor,
): Promise<void> {
  const added = posts.all;
  for (let start = 0; start < added.length; start += POSTS_PER_STATEMENT) {
    const batch = added.slice(start, start + POSTS_PER_STATEMENT);
    const postsWithoutAuthor: { id: string; slug: string }[] = await manager.query(
      `select p.id, p.slug from publishing.posts p where p.id = any($1)
         and not exists (select 1 from publishing.posts_authors a where a.post_id = p.id) order by p.id`,
      [batch.map(({ id }) => id)],
    );
    const authors = new Map(batch.map(({ id, authorId }) => [id, authorId]));
    await addAuthors(
      manager,
      postsWithoutAuthor.map(({ id }) => ({ postId: id, authorId: authors.get(id) ?? fallback.id })),
    );
    for (const { id, slug } of postsWithoutAuthor)
      if (!authors.get(id)) log.addChange('author', {}, slug, fallback.detail);
  }
}

async function addAuthors(
  manager: EntityManager,
  links: readonly { postId: string; authorId: string }[],
): Promise<void> {
  const rows = links.map((link) => ({ ...link, id: undefined, sortOrder: 0 }));
  await insertOrIgnore(manager, PostAuthor, await freeIds(manager, 'posts_authors', rows));
}
