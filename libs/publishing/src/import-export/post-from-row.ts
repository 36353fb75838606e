import type { Post } from '@almanac/entities';
import { exportedFields, postDefinition, postMetaDefinition, readableFields } from '@almanac/resource-fields';
import type { PostContent } from '../posts/post-content';
import type { MetaRecord } from '../posts/post-record';
import { FIRST_OWNER_ID } from '../users/owner';
import { flagIn, type ImportedRecord, instantIn, shortTextIn, textIn } from './imported-row';
import { importedValues, logUnknownColumns, type ValueReader } from './imported-values';
import type { PostAccess } from './post-access';

/** Fields whose values are not copied from the row: `assignIdentity` and `accessOf` compute them. */
const computedFields: ReadonlySet<string> = new Set<keyof Post>([
  'id',
  'uuid',
  'slug',
  'type',
  'status',
  'visibility',
  'emailOnly',
  'publishedAt',
  'unpublishAt',
  'createdAt',
  'emailRecipientFilter',
  'sendEmailWhenPublished',
]);
const postFields = exportedFields(postDefinition);
/** The formats of the content are not copied: `contentFromRow` computes them. */
const copiedFields = postFields.filter(({ isFormat, name }) => !isFormat && !computedFields.has(name));
const metaFields = readableFields(postMetaDefinition, 'public');
const metaColumns = metaFields.map(({ column }) => column);

const knownColumns: ReadonlySet<string> = new Set([
  ...postFields.map(({ column }) => column),
  ...metaColumns,
  ...['lexical', 'mobiledoc', 'markdown', 'html', 'plaintext', 'page', 'author_id', 'email_only'],
]);
/** Columns of `posts` that some exports contain in `posts_meta`. */
const mailColumns = ['email_only', 'email_subject'];
const knownMetaColumns: ReadonlySet<string> = new Set([...metaColumns, 'id', 'post_id', ...mailColumns]);

/** The values that identify a post. They may differ from those in the row. */
export interface PostIdentity {
  id: string;
  uuid: string;
  slug: string;
  type: Post['type'];
}

const types: ReadonlySet<unknown> = new Set<Post['type']>(['post', 'page']);

/** Whether the row names a type that is neither a post nor a page. */
export function hasUnknownType(row: ImportedRecord): boolean {
  return row.type !== undefined && row.type !== null && row.type !== '' && !types.has(row.type);
}

/** The type of a post. Exports of old versions have the flag `page` instead of a type. */
export function typeOf(row: ImportedRecord): Post['type'] {
  return row.type === 'page' || (textIn(row, 'type') === null && flagIn(row, 'page')) ? 'page' : 'post';
}

/** The post to store for a row of a file. Columns that are not stored are counted in the log. */
export function postFromRow(
  row: ImportedRecord,
  { identity, access, content }: { identity: PostIdentity; access: PostAccess; content: PostContent },
  reader: ValueReader,
): Partial<Post> {
  logUnknownColumns(row, knownColumns, reader);
  return {
    ...importedValues<Post>(copiedFields, row, reader),
    ...identity,
    ...access,
    ...content,
    // Clients have to send `updated_at` with an edit, and it must not be null.
    updatedAt: instantIn(row, 'updated_at') ?? access.createdAt,
    title: shortTextIn(row, 'title', 2000) ?? '(Untitled)',
    commentId: shortTextIn(row, 'comment_id', 50) ?? identity.id,
    createdBy: FIRST_OWNER_ID,
  };
}

/** The meta fields of a row; null when all of them are empty. */
export function metaFromRow(row: ImportedRecord, reader: ValueReader): Partial<MetaRecord> | null {
  if (reader.table === 'posts_meta') logUnknownColumns(row, knownMetaColumns, reader);
  const meta = importedValues<MetaRecord>(metaFields, row, reader);
  return Object.values(meta).every((value) => value === null) ? null : meta;
}
