import { createObjectId, ImportedPost, Post, PostMeta } from '@almanac/entities';
import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { ContentRenderer } from '../posts/post-content';
import type { WriteScope } from '../write-scope';
import { EventLoopPause } from './event-loop-pause';
import { withFreeIds } from './with-free-ids';
import type { ImportLog } from './import-log';
import { type FallbackAuthor, importPostAuthors, importPostTags } from './import-post-relations';
import type { IdMap } from './import-tags';
import {
  fileIdIn,
  flagIn,
  type ImportedRecord,
  type ImportedTables,
  objectIdIn,
  restrictingFlagIn,
  shortTextIn,
  textIn,
} from './imported-row';
import type { ValueReader } from './imported-values';
import { insertOrIgnore } from './insert-or-ignore';
import { type KeyedRow, KnownPosts, MAX_SLUG_LENGTH, slugOf, uuidIn } from './known-posts';
import { accessOf } from './post-access';
import { contentFromRow } from './post-content-from-row';
import { hasUnknownType, metaFromRow, postFromRow, type PostIdentity, typeOf } from './post-from-row';
import { PostRowKeys } from './post-row-key';
import { rowsOf } from './read-rows';
import { raiseRevisionsOfReusedIds } from './raise-revisions';

/** The dependencies of the import of posts. */
export interface PostImportContext {
  /** The ids of users of the site by their ids in the file. */
  users: IdMap;
  /** The ids of tags of the site by their ids in the file. */
  tags: IdMap;
  /** The author of added posts that would have no author. */
  fallbackAuthor: FallbackAuthor;
  /** The time of the import, by the clock of the database. */
  now: Date;
  renderer: ContentRenderer;
  /** Whether Ghost 5 or later wrote the file. */
  isFromGhost5: boolean;
}

/** A post that this import added. */
export interface AddedPost {
  id: string;
  /** The id in the file; undefined if the row has none. */
  fileId: string | undefined;
  /** The id that the user in the column `author_id` has on this site; undefined if the column is empty, or the site lacks this user. */
  authorId: string | undefined;
}

/** The posts of a file that the import added, and the ids in the file of posts that the site already had. */
export class PostsOfImport {
  readonly #byFileId = new Map<string, AddedPost>();
  readonly #byId = new Map<string, AddedPost>();
  readonly #present = new Set<string>();

  add(post: AddedPost): void {
    const { id, fileId } = post;
    this.#byId.set(id, post);
    if (fileId !== undefined && !this.#byFileId.has(fileId)) this.#byFileId.set(fileId, post);
  }

  addPresent(fileId: string | undefined): void {
    if (fileId !== undefined) this.#present.add(fileId);
  }

  find(fileId: string | undefined): AddedPost | undefined {
    return fileId === undefined ? undefined : this.#byFileId.get(fileId);
  }

  isPresent(fileId: string | undefined): boolean {
    return fileId !== undefined && this.#present.has(fileId);
  }

  /** @param id the id on the site */
  isAdded(id: string): boolean {
    return this.#byId.has(id);
  }

  get all(): AddedPost[] {
    return [...this.#byId.values()];
  }
}

/** The context in which batches of posts are stored. */
interface PostScope {
  scope: WriteScope;
  log: ImportLog;
  context: PostImportContext;
  posts: PostsOfImport;
  reader: ValueReader;
}

/** Adds the posts and pages of the file with their meta data, tags and authors. Stored posts and pages are not changed. */
export async function importPosts(
  scope: WriteScope,
  tables: ImportedTables,
  log: ImportLog,
  context: PostImportContext,
): Promise<void> {
  const { siteUrl } = scope.settings;
  const posts = new PostsOfImport();
  const batchScope = { scope, log, context, posts, reader: { siteUrl, table: 'posts', log } };
  const keys = new PostRowKeys();
  const pause = new EventLoopPause();
  for await (const rows of rowsOf(tables, 'posts', siteUrl)) {
    await addPosts(
      batchScope,
      rows.map((row) => ({ key: keys.next(row), row })),
      pause,
    );
  }
  await importPostsMeta(batchScope, tables);
  await importPostTags({ scope, tables, log, posts, ids: context.tags });
  await importPostAuthors({ scope, tables, log, posts, ids: context.users }, context.fallbackAuthor);
}

async function addPosts(batchScope: PostScope, rows: readonly KeyedRow[], pause: EventLoopPause): Promise<void> {
  const { manager } = batchScope.scope;
  const known = await KnownPosts.read(manager, rows, (id) => batchScope.posts.isAdded(id));
  const added: { post: Partial<Post> & { id: string }; keyed: KeyedRow }[] = [];
  for (const keyed of rows) {
    // Rendering takes most of the time of an import. The pause lets the service handle requests between two posts.
    await pause.yieldIfDue();
    if (known.has(keyed)) {
      batchScope.posts.addPresent(fileIdIn(keyed.row));
      batchScope.log.countPresent('posts', keyed.row);
    } else added.push({ post: await newPost(batchScope, keyed.row, known), keyed });
  }
  await insertOrIgnore(
    manager,
    Post,
    added.map(({ post }) => post),
  );
  await raiseRevisionsOfReusedIds(
    manager,
    'posts',
    added.map(({ post }) => post.id),
  );
  await insertOrIgnore(
    manager,
    ImportedPost,
    added.map(({ post, keyed }) => ({ rowKey: keyed.key, postId: post.id })),
  );
  const meta = added.flatMap(({ post, keyed }) => {
    const metaOfRow = metaFromRow(keyed.row, batchScope.reader);
    return metaOfRow === null ? [] : [{ ...metaOfRow, id: undefined, postId: post.id }];
  });
  await insertOrIgnore(manager, PostMeta, await withFreeIds(manager, 'posts_meta', meta));
  batchScope.log.countStored('posts', added.length);
}

/** The values of a new post. Adds the post to `posts`, and the differences between the post and its row in the file to the report. */
async function newPost(
  { scope, log, context, posts, reader }: PostScope,
  row: ImportedRecord,
  known: KnownPosts,
): Promise<Partial<Post> & { id: string }> {
  const { siteUrl } = scope.settings;
  const identity = assignIdentity(row, known);
  const { access, changes } = accessOf(row, context.now);
  const { renderer, isFromGhost5 } = context;
  const imported = await contentFromRow(row, { type: identity.type, siteUrl, renderer, isFromGhost5 });
  if (hasUnknownType(row)) changes.push({ change: 'type', detail: 'Its type is unknown. It is a post.' });
  if (identity.slug !== slugOf(row)) changes.push({ change: 'slug', detail: 'Another post or page has its slug.' });
  if ((textIn(row, 'slug')?.length ?? 0) > MAX_SLUG_LENGTH)
    changes.push({ change: 'slug', detail: 'Its slug was cut.' });
  if (uuidIn(row) !== undefined && identity.uuid !== uuidIn(row)) {
    changes.push({ change: 'uuid', detail: 'Another post has its uuid.' });
  }
  for (const { change, detail } of [...changes, ...imported.changes]) log.addChange(change, row, identity.slug, detail);
  const authorId = context.users.get(fileIdIn(row, 'author_id') ?? '');
  posts.add({ id: identity.id, fileId: fileIdIn(row), authorId });
  return { ...postFromRow(row, { identity, access, content: imported.content }, reader), id: identity.id };
}

/** Chooses the id, uuid and slug of a post. A value of the row is replaced if another post has it. */
function assignIdentity(row: ImportedRecord, known: KnownPosts): PostIdentity {
  const given = objectIdIn(row);
  const id = given === undefined || known.hasId(given) ? createObjectId() : given;
  const uuid = uuidIn(row);
  const identity = {
    id,
    uuid: uuid === undefined || known.hasUuid(uuid) ? randomUUID() : uuid,
    slug: known.freeSlug(row, id),
    type: typeOf(row),
  };
  known.add(identity);
  return identity;
}

const NO_POST = 'The row refers to no post of the file.';

/** Imports the table `posts_meta`, which exports of old versions do not have. Its rows replace meta fields from rows of `posts`. */
async function importPostsMeta({ scope, log, posts }: PostScope, tables: ImportedTables): Promise<void> {
  const { manager, settings } = scope;
  const reader = { siteUrl: settings.siteUrl, table: 'posts_meta', log };
  for await (const rows of rowsOf(tables, 'posts_meta', settings.siteUrl)) {
    const byPost = new Map<string, Partial<PostMeta>>();
    const emailFields: EmailFields[] = [];
    for (const row of rows) {
      const post = posts.find(fileIdIn(row, 'post_id'));
      if (post === undefined) {
        if (posts.isPresent(fileIdIn(row, 'post_id'))) log.countPresent('posts_meta', row);
        else log.leaveOut('posts_meta', NO_POST);
        continue;
      }
      const meta = metaFromRow(row, reader);
      log.countStored('posts_meta');
      if (meta !== null) byPost.set(post.id, { ...meta, id: objectIdIn(row), postId: post.id });
      emailFields.push({
        id: post.id,
        isEmailOnly: emailOnlyOf(row, log),
        subject: shortTextIn(row, 'email_subject', MAX_SUBJECT_LENGTH),
      });
    }
    await manager.query('delete from publishing.posts_meta where post_id = any($1)', [[...byPost.keys()]]);
    await insertOrIgnore(manager, PostMeta, await withFreeIds(manager, 'posts_meta', [...byPost.values()]));
    await storeEmailFields(manager, emailFields);
  }
}

const UNREADABLE_EMAIL_ONLY = 'The value cannot be read; the post is not on the site.';

function emailOnlyOf(row: ImportedRecord, log: ImportLog): boolean {
  const isEmailOnly = restrictingFlagIn(row, 'email_only');
  if (isEmailOnly && !flagIn(row, 'email_only')) log.countField('posts_meta', 'email_only', UNREADABLE_EMAIL_ONLY);
  return isEmailOnly;
}

const MAX_SUBJECT_LENGTH = 300;

/** The fields of `posts_meta` that Almanac stores in `posts`. */
interface EmailFields {
  id: string;
  isEmailOnly: boolean;
  subject: string | null;
}

async function storeEmailFields(manager: EntityManager, emailFields: readonly EmailFields[]): Promise<void> {
  await manager.query(
    `update publishing.posts p
     set email_only = p.email_only or mail.is_only, email_subject = coalesce(mail.subject, p.email_subject)
     from unnest($1::text[], $2::boolean[], $3::text[]) as mail (id, is_only, subject)
     where p.id = mail.id and (mail.is_only or mail.subject is not null)`,
    [
      emailFields.map(({ id }) => id),
      emailFields.map(({ isEmailOnly }) => isEmailOnly),
      emailFields.map(({ subject }) => subject),
    ],
  );
}
