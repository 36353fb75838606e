import { Post, PostMeta } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { slugFor } from '@almanac/rendering';
import type { WriteScope } from '../write-scope';
import { EventLoopPause } from './event-loop-pause';
import { importPostAuthors, importPostTags } from './import-post-relations';
import type { ImportLog } from './import-log';
import type { IdMap } from './import-staff';
import { idIn, type ImportedRecord, type ImportedTables, shortTextIn, textIn } from './imported-row';
import { insertRows } from './insert-rows';
import { freeIds } from './known-ids';
import { metaFromRow, postFromRow } from './post-from-row';

/** The users and tags that posts of a file refer to, by their ids in the file. */
export interface PostReferences {
  users: IdMap;
  tags: IdMap;
  ownerId: string;
  now: Date;
}

/** The ids of the added posts, each with the author for posts without authors in the file. */
export type AddedPosts = Map<string, string>;

/** Adds the posts and pages of the file with their meta data, tags and authors. Stored posts with the same id are not changed. */
export async function importPosts(
  scope: WriteScope,
  tables: ImportedTables,
  log: ImportLog,
  references: PostReferences,
): Promise<void> {
  const added: AddedPosts = new Map();
  const pause = new EventLoopPause();
  for await (const rows of tables.rows('posts')) {
    const known = await knownPosts(scope, rows);
    const posts: Partial<Post>[] = [];
    const meta: Partial<PostMeta>[] = [];
    for (const row of rows) {
      // Rendering takes most of the time of an import; the service handles requests between two posts.
      await pause.ifDue();
      const post = newPost(scope, row, log, { known, now: references.now });
      if (post === undefined) continue;
      posts.push(post);
      added.set(post.id, references.users.get(textIn(row, 'author_id') ?? '') ?? references.ownerId);
      const inRow = metaFromRow(row, scope.settings.siteUrl);
      if (inRow !== null) meta.push({ ...inRow, postId: post.id });
    }
    await insertRows(scope.manager, Post, posts);
    await insertRows(scope.manager, PostMeta, await freeIds(scope.manager, 'posts_meta', meta));
  }
  await importMetaApart(scope, tables, added);
  await importPostTags(scope.manager, tables, added, references.tags);
  await importPostAuthors(scope.manager, tables, added, references.users);
}

interface KnownPosts {
  ids: Set<string>;
  slugs: Set<string>;
  uuids: Set<string>;
}

interface NewPostScope {
  known: KnownPosts;
  now: Date;
}

function newPost(
  { settings }: WriteScope,
  row: ImportedRecord,
  log: ImportLog,
  { known, now }: NewPostScope,
): (Partial<Post> & { id: string }) | undefined {
  const id = idIn(row);
  if (id === undefined || known.ids.has(id)) {
    log.note('posts', row, id === undefined ? 'The post has no id.' : 'The post is here already.');
    return undefined;
  }
  try {
    const slug = unusedSlug(slugOf(row), id, known.slugs);
    const post = postFromRow(row, { id, slug, now, siteUrl: settings.siteUrl });
    if (known.uuids.has(post.uuid ?? '')) throw new ValidationError('Another post has the same uuid.');
    known.ids.add(id);
    known.slugs.add(slug);
    known.uuids.add(post.uuid ?? '');
    return { ...post, id };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    log.note('posts', row, error.message);
    return undefined;
  }
}

function slugOf(row: ImportedRecord): string {
  return shortTextIn(row, 'slug', 191) ?? slugFor('post', textIn(row, 'title') ?? '');
}

const MAX_SLUG_NUMBER = 20;

/** The candidates for the slug of a post: its own, and the same with a number. */
function slugsFor(slug: string): string[] {
  return [slug, ...Array.from({ length: MAX_SLUG_NUMBER - 1 }, (_, index) => `${slug}-${index + 2}`)];
}

function unusedSlug(slug: string, id: string, taken: ReadonlySet<string>): string {
  return slugsFor(slug).find((one) => !taken.has(one)) ?? `${slug}-${id}`;
}

/** The stored posts that rows of the file may collide with. */
async function knownPosts({ manager }: WriteScope, rows: readonly ImportedRecord[]): Promise<KnownPosts> {
  const ids = rows.flatMap((row) => idIn(row) ?? []);
  const uuids = rows.flatMap((row) => textIn(row, 'uuid') ?? []);
  const slugs = [...new Set(rows.map(slugOf))].flatMap(slugsFor);
  const known: { id: string; slug: string; uuid: string }[] = await manager.query(
    'select id, slug, uuid from publishing.posts where id = any($1) or uuid::text = any($2) or slug = any($3)',
    [ids, uuids, slugs],
  );
  return {
    ids: new Set(known.map(({ id }) => id)),
    slugs: new Set(known.map(({ slug }) => slug)),
    uuids: new Set(known.map(({ uuid }) => uuid)),
  };
}

/** Imports `posts_meta` of newer exports; it overrides meta data in `posts`. */
async function importMetaApart(
  { manager, settings }: WriteScope,
  tables: ImportedTables,
  added: AddedPosts,
): Promise<void> {
  for await (const rows of tables.rows('posts_meta')) {
    const byPost = new Map<string, Partial<PostMeta>>();
    for (const row of rows) {
      const postId = idIn(row, 'post_id');
      const meta = metaFromRow(row, settings.siteUrl);
      if (postId !== undefined && meta !== null && added.has(postId))
        byPost.set(postId, { ...meta, id: idIn(row), postId });
    }
    await manager.query('delete from publishing.posts_meta where post_id = any($1)', [[...byPost.keys()]]);
    await insertRows(manager, PostMeta, await freeIds(manager, 'posts_meta', [...byPost.values()]));
  }
}
