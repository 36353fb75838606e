import type { Post, PostMeta, PostStatus, PostVisibility } from '@almanac/entities';
import { htmlToMobiledoc, htmlToRelative, toRelativeUrl } from '@almanac/rendering';
import { randomUUID } from 'node:crypto';
import { contentFrom, type PostContent } from '../posts/post-content';
import { flagIn, type ImportedRecord, instantIn, shortTextIn, textIn } from './imported-row';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const statuses: readonly PostStatus[] = ['draft', 'scheduled', 'published'];
const visibilities: readonly PostVisibility[] = ['public', 'members', 'paid'];

/** What a post's row cannot know by itself. */
export interface PostIdentity {
  id: string;
  slug: string;
  now: Date;
  siteUrl: string;
}

/**
 * A post of the file as it is stored here: rendered anew from its mobiledoc, or from its html where it has none.
 * @throws ValidationError when its text cannot be read
 */
export function postFromRow(row: ImportedRecord, { id, slug, now, siteUrl }: PostIdentity): Partial<Post> {
  const type = row.type === 'page' || flagIn(row, 'page') ? 'page' : 'post';
  const url = (name: string): string | null => {
    const value = shortTextIn(row, name, 2000);
    return value === null ? null : toRelativeUrl(value, siteUrl);
  };
  const code = (name: string): string | null => {
    const value = shortTextIn(row, name, 65_535);
    return value === null ? null : htmlToRelative(value, siteUrl);
  };
  const uuid = textIn(row, 'uuid') ?? '';
  return {
    id,
    uuid: UUID.test(uuid) ? uuid : randomUUID(),
    title: shortTextIn(row, 'title', 2000) ?? '(Untitled)',
    slug,
    ...contentOf(row, type, siteUrl),
    commentId: shortTextIn(row, 'comment_id', 50) ?? id,
    featureImage: url('feature_image'),
    featured: flagIn(row, 'featured'),
    type,
    ...datesOf(row, now),
    locale: shortTextIn(row, 'locale', 6),
    visibility: visibilities.find((one) => one === row.visibility) ?? 'public',
    emailSubject: shortTextIn(row, 'email_subject', 300),
    sendEmailWhenPublished: flagIn(row, 'send_email_when_published'),
    customExcerpt: shortTextIn(row, 'custom_excerpt', 2000),
    codeinjectionHead: code('codeinjection_head'),
    codeinjectionFoot: code('codeinjection_foot'),
    customTemplate: shortTextIn(row, 'custom_template', 100),
    canonicalUrl: url('canonical_url'),
    createdBy: '1',
  };
}

/** The meta fields of a row; null when none of them says anything. */
export function metaFromRow(row: ImportedRecord, siteUrl: string): Partial<PostMeta> | null {
  const image = (name: string): string | null => {
    const url = shortTextIn(row, name, 2000);
    return url === null ? null : toRelativeUrl(url, siteUrl);
  };
  const meta = {
    ogImage: image('og_image'),
    ogTitle: shortTextIn(row, 'og_title', 300),
    ogDescription: shortTextIn(row, 'og_description', 500),
    twitterImage: image('twitter_image'),
    twitterTitle: shortTextIn(row, 'twitter_title', 300),
    twitterDescription: shortTextIn(row, 'twitter_description', 500),
    metaTitle: shortTextIn(row, 'meta_title', 2000),
    metaDescription: shortTextIn(row, 'meta_description', 2000),
  };
  return Object.values(meta).every((value) => value === null) ? null : meta;
}

/** A scheduled post whose time went by elsewhere is not published behind anybody's back: it becomes a draft. */
function datesOf(row: ImportedRecord, now: Date) {
  const publishedAt = instantIn(row, 'published_at');
  const asked = statuses.find((one) => one === row.status) ?? 'draft';
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
  return contentFrom(type, source === null ? null : withoutDumps(source), siteUrl);
}

/** Ghost 3.0 wrote a dump of a library into the payload of horizontal lines; they have none. */
function withoutDumps(mobiledoc: string): string {
  if (!mobiledoc.includes('"hr",{"_config"')) return mobiledoc;
  const document: { cards?: unknown } = JSON.parse(mobiledoc);
  const cards = Array.isArray(document.cards) ? document.cards : [];
  const cleaned = cards.map((card: unknown) => (Array.isArray(card) && card[0] === 'hr' ? ['hr', {}] : card));
  return JSON.stringify({ ...document, cards: cleaned });
}
