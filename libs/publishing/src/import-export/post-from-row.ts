import type { Post, PostStatus } from '@almanac/entities';
import { htmlToMobiledoc } from '@almanac/rendering';
import {
  exportedFields,
  postDefinition,
  postMetaDefinition,
  postStatuses,
  readableFields,
} from '@almanac/resource-fields';
import { randomUUID } from 'node:crypto';
import { contentFromMobiledoc, type PostContent } from '../posts/post-content';
import type { MetaRecord } from '../posts/post-record';
import { flagIn, type ImportedRecord, instantIn, shortTextIn, textIn } from './imported-row';
import { importedValues } from './imported-values';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** The content is rendered anew, so the forms of it in the file are not read as they are. */
const copiedFields = exportedFields(postDefinition).filter(({ isFormat }) => !isFormat);
const metaFields = readableFields(postMetaDefinition, 'public');

/** The values of a post that do not come from its row alone. */
export interface PostIdentity {
  id: string;
  slug: string;
  now: Date;
  siteUrl: string;
}

/**
 * A post of an imported file. It is rendered from its mobiledoc, or from its html where it has no mobiledoc.
 * @throws ValidationError when its mobiledoc cannot be read
 */
export function postFromRow(row: ImportedRecord, { id, slug, now, siteUrl }: PostIdentity): Partial<Post> {
  const type = row.type === 'page' || flagIn(row, 'page') ? 'page' : 'post';
  const uuid = textIn(row, 'uuid') ?? '';
  return {
    ...importedValues<Post>(copiedFields, row, siteUrl),
    id,
    uuid: UUID.test(uuid) ? uuid : randomUUID(),
    title: shortTextIn(row, 'title', 2000) ?? '(Untitled)',
    slug,
    ...contentOf(row, type, siteUrl),
    commentId: shortTextIn(row, 'comment_id', 50) ?? id,
    type,
    ...datesOf(row, now),
    createdBy: '1',
  };
}

/** The meta fields of a row; null when all of them are empty. */
export function metaFromRow(row: ImportedRecord, siteUrl: string): Partial<MetaRecord> | null {
  const meta = importedValues<MetaRecord>(metaFields, row, siteUrl);
  return Object.values(meta).every((value) => value === null) ? null : meta;
}

/** A scheduled post whose time has passed becomes a draft, so that an import never publishes a post by itself. */
function datesOf(row: ImportedRecord, now: Date) {
  const publishedAt = instantIn(row, 'published_at');
  const asked = postStatuses.find((one) => one === row.status) ?? 'draft';
  const isLate = asked === 'scheduled' && (publishedAt === null || publishedAt <= now);
  const status: PostStatus = isLate ? 'draft' : asked;
  const unpublishAt = instantIn(row, 'unpublish_at');
  const createdAt = instantIn(row, 'created_at') ?? now;
  return {
    status,
    createdAt,
    updatedAt: instantIn(row, 'updated_at'),
    publishedAt: status === 'published' ? (publishedAt ?? createdAt) : publishedAt,
    unpublishAt: publishedAt !== null && unpublishAt !== null && unpublishAt > publishedAt ? unpublishAt : null,
  };
}

function contentOf(row: ImportedRecord, type: Post['type'], siteUrl: string): PostContent {
  const mobiledoc = textIn(row, 'mobiledoc');
  const html = textIn(row, 'html');
  const source = mobiledoc === null && html !== null ? htmlToMobiledoc(html) : mobiledoc;
  return contentFromMobiledoc(type, source === null ? null : withoutDumps(source), siteUrl);
}

/** Ghost 3.0 wrote a dump of a library into the payload of horizontal lines; they have none. */
function withoutDumps(mobiledoc: string): string {
  if (!mobiledoc.includes('"hr",{"_config"')) return mobiledoc;
  const document: { cards?: unknown } = JSON.parse(mobiledoc);
  const cards = Array.isArray(document.cards) ? document.cards : [];
  const cleaned = cards.map((card: unknown) => (Array.isArray(card) && card[0] === 'hr' ? ['hr', {}] : card));
  return JSON.stringify({ ...document, cards: cleaned });
}
