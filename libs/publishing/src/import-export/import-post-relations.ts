import { PostAuthor, PostTag } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { WriteScope } from '../write-scope';
import { withFreeIds } from './with-free-ids';
import type { ImportLog } from './import-log';
import type { AddedPost, PostsOfImport } from './import-posts';
import type { IdMap } from './import-tags';
import { fileIdIn, type ImportedRecord, type ImportedTables, numberIn, objectIdIn } from './imported-row';
import { insertOrIgnore } from './insert-or-ignore';
import { rowsOf } from './read-rows';

/** The context of an import of rows that link posts to tags or authors. */
export interface LinkScope {
  scope: WriteScope;
  tables: ImportedTables;
  log: ImportLog;
  posts: PostsOfImport;
  /** The ids of the linked rows on the site, by their ids in the file. */
  ids: IdMap;
}

/** A link from an added post to a tag or an author of the site. */
interface PostLink {
  /** The id of the row in the file, if it is an ObjectID. */
  id: string | undefined;
  postId: string;
  /** The id of the tag or author. */
  linkedId: string;
  sortOrder: number;
}

/** Adds the tags of the posts that were added. */
export async function importPostTags(context: LinkScope): Promise<void> {
  const { manager } = context.scope;
  for await (const batch of linksOf(context, 'posts_tags', 'tag_id')) {
    const rows = batch.map(({ linkedId, ...link }) => ({ ...link, tagId: linkedId }));
    const stored = await insertOrIgnore(manager, PostTag, await withFreeIds(manager, 'posts_tags', rows));
    context.log.countInserted('posts_tags', { rows: rows.length, stored }, REPEATED_LINK.posts_tags);
  }
  await startSortOrderAtZero(context, 'posts_tags');
}

/** The author of added posts that would have no author. */
export interface FallbackAuthor {
  id: string;
  /** The sentence in the report about each of these posts. */
  detail: string;
}

/**
 * The user of the site who becomes the fallback: if the file has only one user and the site has this user, that user; otherwise the
 * owner of the site.
 * @param users the ids of users of the site by their ids in the file
 */
export function fallbackAuthorOf(tables: ImportedTables, users: IdMap, ownerId: string): FallbackAuthor {
  const [only] = users.values();
  if (only !== undefined && tables.count('users') === 1) return { id: only, detail: BY_ONLY_USER };
  return { id: ownerId, detail: BY_OWNER };
}

const AUTHOR_MISSING = 'The file names no author for the post, or the author is not on the site.';
const BY_ONLY_USER = `${AUTHOR_MISSING} The only user of the file is now the author.`;
const BY_OWNER = `${AUTHOR_MISSING} The owner of the site is now the author.`;

/**
 * Adds the authors of the posts that were added. If no author in `posts_authors` is on the site, the user in the column `author_id` of
 * the post becomes its author. If the column is empty, or the site does not have this user, the fallback becomes its author.
 */
export async function importPostAuthors(context: LinkScope, fallback: FallbackAuthor): Promise<void> {
  const { manager } = context.scope;
  for await (const batch of linksOf(context, 'posts_authors', 'author_id')) {
    const rows = batch.map(({ linkedId, ...link }) => ({ ...link, authorId: linkedId }));
    const stored = await insertOrIgnore(manager, PostAuthor, await withFreeIds(manager, 'posts_authors', rows));
    context.log.countInserted('posts_authors', { rows: rows.length, stored }, REPEATED_LINK.posts_authors);
  }
  await startSortOrderAtZero(context, 'posts_authors');
  await addMissingAuthors(context, fallback);
}

type LinkTable = 'posts_tags' | 'posts_authors';

const NO_POST = 'The row refers to no post of the file.';
const NO_LINKED_ROW = { tag_id: 'The tag is not on the site.', author_id: 'The author is not on the site.' };
/** Two rows of the file can link the same post to the same tag or author of the site. */
const REPEATED_LINK = {
  posts_tags: 'Another row gives the post the same tag.',
  posts_authors: 'Another row gives the post the same author.',
};

async function* linksOf(
  { scope, tables, log, posts, ids }: LinkScope,
  table: LinkTable,
  column: 'tag_id' | 'author_id',
): AsyncGenerator<PostLink[]> {
  const linkOf = (row: ImportedRecord): PostLink[] => {
    const post = posts.find(fileIdIn(row, 'post_id'));
    const linkedId = ids.get(fileIdIn(row, column) ?? '');
    if (post !== undefined && linkedId !== undefined) {
      return [{ id: objectIdIn(row), postId: post.id, linkedId, sortOrder: numberIn(row, 'sort_order') }];
    }
    // Links of a post that the site already had are not changed.
    if (posts.isPresent(fileIdIn(row, 'post_id'))) log.countPresent(table, row);
    else log.leaveOut(table, post === undefined ? NO_POST : NO_LINKED_ROW[column]);
    return [];
  };
  for await (const rows of rowsOf(tables, table, scope.settings.siteUrl)) yield rows.flatMap(linkOf);
}

const POSTS_PER_STATEMENT = 1_000;

function* batchesOf(posts: PostsOfImport): Generator<AddedPost[]> {
  const added = posts.all;
  for (let start = 0; start < added.length; start += POSTS_PER_STATEMENT) {
    yield added.slice(start, start + POSTS_PER_STATEMENT);
  }
}

/**
 * Sets `sort_order` of the first tag or author of each added post to 0. The inserted value is higher if the first tag or author in the
 * file is not on the site. Filters by `primary_tag` and `primary_author` match only `sort_order` 0.
 */
async function startSortOrderAtZero({ scope: { manager }, posts }: LinkScope, table: LinkTable): Promise<void> {
  for (const batch of batchesOf(posts)) {
    await manager.query(
      `update publishing.${table} first set sort_order = 0 where first.post_id = any($1) and first.sort_order > 0
         and not exists (select 1 from publishing.${table} earlier where earlier.post_id = first.post_id
           and (earlier.sort_order, earlier.id) < (first.sort_order, first.id))`,
      [batch.map(({ id }) => id)],
    );
  }
}

async function addMissingAuthors(
  { scope: { manager }, posts: importedPosts, log }: LinkScope,
  fallback: FallbackAuthor,
): Promise<void> {
  for (const batch of batchesOf(importedPosts)) {
    const postsWithoutAuthor: { id: string; slug: string }[] = await manager.query(
      `select p.id, p.slug from publishing.posts p where p.id = any($1)
         and not exists (select 1 from publishing.posts_authors a where a.post_id = p.id) order by p.id`,
      [batch.map(({ id }) => id)],
    );
    const posts = new Map(batch.map((post) => [post.id, post]));
    await addAuthors(
      manager,
      postsWithoutAuthor.map(({ id }) => ({ postId: id, authorId: posts.get(id)?.authorId ?? fallback.id })),
    );
    for (const { id, slug } of postsWithoutAuthor) {
      const post = posts.get(id);
      if (post?.authorId === undefined) log.addChange('author', { id: post?.fileId }, slug, fallback.detail);
    }
  }
}

async function addAuthors(
  manager: EntityManager,
  links: readonly { postId: string; authorId: string }[],
): Promise<void> {
  const rows = links.map((link) => ({ ...link, id: undefined, sortOrder: 0 }));
  await insertOrIgnore(manager, PostAuthor, await withFreeIds(manager, 'posts_authors', rows));
}
