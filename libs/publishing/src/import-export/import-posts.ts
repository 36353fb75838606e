import { Post, PostAuthor, PostMeta, PostTag } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { slugFor } from '@almanac/rendering';
import type { EntityManager, ObjectLiteral, QueryDeepPartialEntity } from 'typeorm';
import type { WriteScope } from '../write-scope';
import { freeId, idIn, type ImportedRecord, type ImportedTables, numberIn, textIn } from './imported-row';
import type { ImportReport } from './import-report';
import type { IdMap } from './import-staff';
import { metaFromRow, postFromRow } from './post-from-row';

const CHUNK = 100;

/** Who and what the posts of a file refer to, by its ids. */
export interface PostReferences {
  users: IdMap;
  tags: IdMap;
  ownerId: string;
  now: Date;
}

/** Adds the posts and pages of the file with their meta, tags and authors; what is here already by its id stays as it is. */
export async function importPosts(
  scope: WriteScope,
  tables: ImportedTables,
  report: ImportReport,
  references: PostReferences,
): Promise<void> {
  const rows = await newRows(scope, tables, report, references.now);
  const posts = new Map(rows.map(({ post, row }) => [post.id ?? '', row]));
  const { manager } = scope;
  await insertChunks(
    manager,
    Post,
    rows.map(({ post }) => post),
  );
  await insertChunks(manager, PostMeta, await metaRows(scope, tables, posts));
  await insertChunks(manager, PostTag, await tagRows(manager, tables, posts, references));
  await insertChunks(manager, PostAuthor, await authorRows(manager, tables, posts, references));
}

async function newRows(
  { manager, settings }: WriteScope,
  { posts = [] }: ImportedTables,
  report: ImportReport,
  now: Date,
): Promise<{ row: ImportedRecord; post: Partial<Post> }[]> {
  const known = await manager.find(Post, { select: { id: true, slug: true, uuid: true } });
  const ids = new Set(known.map(({ id }) => id));
  const slugs = new Set(known.map(({ slug }) => slug));
  const uuids = new Set(known.map(({ uuid }) => uuid));
  return posts.flatMap((row) => {
    const id = idIn(row);
    if (id === undefined || ids.has(id)) {
      report.note('Post', row, id === undefined ? 'The post has no id.' : 'The post is here already.');
      return [];
    }
    try {
      const slug = unusedSlug(textIn(row, 'slug') ?? slugFor('post', textIn(row, 'title') ?? ''), slugs);
      const post = postFromRow(row, { id, slug, now, siteUrl: settings.siteUrl });
      if (uuids.has(post.uuid ?? '')) throw new ValidationError('Another post has the same uuid.');
      ids.add(id);
      slugs.add(slug);
      uuids.add(post.uuid ?? '');
      return [{ row, post }];
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      report.note('Post', row, error.message);
      return [];
    }
  });
}

function unusedSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let number = 2; ; number += 1) if (!taken.has(`${slug}-${number}`)) return `${slug}-${number}`;
}

type NewPosts = ReadonlyMap<string, ImportedRecord>;

async function metaRows(
  { manager, settings }: WriteScope,
  { posts_meta: apart = [] }: ImportedTables,
  posts: NewPosts,
): Promise<Partial<PostMeta>[]> {
  const taken = await idsIn(manager, 'posts_meta');
  const rows = new Map<string, ImportedRecord>(posts);
  for (const row of apart) {
    const postId = idIn(row, 'post_id');
    if (postId !== undefined && posts.has(postId)) rows.set(postId, row);
  }
  return [...rows].flatMap(([postId, row]) => {
    const meta = metaFromRow(row, settings.siteUrl);
    const own = row.post_id === undefined ? {} : row;
    return meta === null ? [] : [{ ...meta, id: freeId(own, taken), postId }];
  });
}

async function tagRows(
  manager: EntityManager,
  { posts_tags: rows = [] }: ImportedTables,
  posts: NewPosts,
  { tags }: PostReferences,
): Promise<Partial<PostTag>[]> {
  const taken = await idsIn(manager, 'posts_tags');
  const pairs = new Set<string>();
  return rows.flatMap((row) => {
    const postId = textIn(row, 'post_id') ?? '';
    const tagId = tags.get(textIn(row, 'tag_id') ?? '');
    if (tagId === undefined || !posts.has(postId) || pairs.has(postId + tagId)) return [];
    pairs.add(postId + tagId);
    return [{ id: freeId(row, taken), postId, tagId, sortOrder: numberIn(row, 'sort_order') }];
  });
}

async function authorRows(
  manager: EntityManager,
  { posts_authors: rows = [] }: ImportedTables,
  posts: NewPosts,
  { users, ownerId }: PostReferences,
): Promise<Partial<PostAuthor>[]> {
  const taken = await idsIn(manager, 'posts_authors');
  const pairs = new Set<string>();
  const written = rows.flatMap((row) => {
    const postId = textIn(row, 'post_id') ?? '';
    const authorId = users.get(textIn(row, 'author_id') ?? '');
    if (authorId === undefined || !posts.has(postId) || pairs.has(postId + authorId)) return [];
    pairs.add(postId + authorId);
    return [{ id: freeId(row, taken), postId, authorId, sortOrder: numberIn(row, 'sort_order') }];
  });
  const signed = new Set(written.map(({ postId }) => postId));
  const orphans = [...posts].filter(([postId]) => !signed.has(postId));
  return [
    ...written,
    ...orphans.map(([postId, row]) => ({
      id: freeId({}, taken),
      postId,
      authorId: users.get(textIn(row, 'author_id') ?? '') ?? ownerId,
      sortOrder: 0,
    })),
  ];
}

async function idsIn(
  manager: EntityManager,
  table: 'posts_meta' | 'posts_tags' | 'posts_authors',
): Promise<Set<string>> {
  const rows: { id: string }[] = await manager.query(`select id from publishing.${table}`);
  return new Set(rows.map(({ id }) => id));
}

async function insertChunks<T extends ObjectLiteral>(
  manager: EntityManager,
  Entity: new () => T,
  rows: readonly QueryDeepPartialEntity<T>[],
): Promise<void> {
  for (let at = 0; at < rows.length; at += CHUNK) await manager.insert(Entity, rows.slice(at, at + CHUNK));
}
