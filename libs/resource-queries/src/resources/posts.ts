import type { Post, PostMeta, PostStatus, PostType, Tag, User } from '@almanac/entities';
import type { FilterTarget, MaintainedCounts, OrderClause, Relation, Resource, Selection } from '../resource';
import {
  type FieldReader,
  filterableFields,
  orderableFields,
  postDefinition,
  postVisibilities,
  selectedFields,
  tagDefinition,
  userDefinition,
} from '@almanac/resource-fields';
import { emailRelation, type EmailRow } from './emails';
import {
  ascending,
  booleanTarget,
  descending,
  enumTarget,
  filterTargets,
  orderTargets,
  selectColumns,
} from './columns';
import { sinceOf } from './in-version';
import { tiersRelation, type TierRow } from './tiers-and-newsletters';
import { authorsRelation, metaRelation, relationFilters, tagsRelation } from './post-relations';

/** The selected columns and relations of a post or page. */
export type PostRow = Pick<Post, 'id' | 'slug' | 'visibility' | 'type' | 'status'> &
  Partial<Post> & {
    tags?: Tag[];
    authors?: User[];
    tiers?: TierRow[];
    meta?: PostMeta | null;
    /** The newsletter with the post; null for a post that was not mailed. */
    email?: EmailRow | null;
    /** The html before the paywall of a post that is not public. Selected only if the response needs it and `html` is not selected. */
    freeHtml?: string | null;
  };

/** The maximum length of an excerpt in characters, the same as in libs/rendering, which this library does not import. */
const EXCERPT_LENGTH = 500;

/** Whether the response contains one of these fields. */
function containsAnyOf({ fields }: Selection, names: readonly string[]): boolean {
  return fields === undefined || names.some((name) => fields.includes(name));
}

/** The html comment of a paywall card, the same as in libs/rendering. */
const PAYWALL = '<!--members-only-->';

/** The html before the paywall of a post that is not public; for visitors without access, excerpt and plaintext are derived from it. */
const FREE_HTML = `(case when t.visibility <> 'public' and strpos(t.html, '${PAYWALL}') > 0
  then split_part(t.html, '${PAYWALL}', 1) end)`;

/** The columns with large strings, which are read only if the response needs them. */
function textColumns(reader: FieldReader, selection: Selection, defaultFormats: readonly string[]): [string, string][] {
  const formats = selection.formats ?? defaultFormats;
  const texts: [string, string][] = [];
  const needsHtml = formats.includes('html') && containsAnyOf(selection, ['html', 'reading_time']);
  const needsText =
    containsAnyOf(selection, ['excerpt']) || (formats.includes('plaintext') && containsAnyOf(selection, ['plaintext']));
  if (needsHtml) texts.push(['html', 't.html']);
  else if (reader === 'public' && needsText) texts.push(['freeHtml', FREE_HTML]);
  if (formats.includes('plaintext') && containsAnyOf(selection, ['plaintext']))
    texts.push(['plaintext', 't.plaintext']);
  else if (containsAnyOf(selection, ['excerpt'])) texts.push(['plaintext', `left(t.plaintext, ${EXCERPT_LENGTH})`]);
  return [...texts, ...sourceColumns(selection, formats)];
}

/** The source documents. If the source of a post is mobiledoc, its lexical document is derived from the mobiledoc. */
function sourceColumns(selection: Selection, formats: readonly string[]): [string, string][] {
  const isRead = (format: string): boolean => formats.includes(format) && containsAnyOf(selection, [format]);
  const mobiledoc: [string, string][] = isRead('mobiledoc') ? [['mobiledoc', 't.mobiledoc']] : [];
  if (!isRead('lexical')) return mobiledoc;
  const derivedFrom: [string, string] = ['mobiledoc', 'case when t.lexical is null then t.mobiledoc end'];
  return [['lexical', 't.lexical'], ...(mobiledoc.length > 0 ? mobiledoc : [derivedFrom])];
}

function postColumns(reader: FieldReader, defaultFormats: readonly string[]): Resource<PostRow>['columns'] {
  const smallColumns = [
    ...selectColumns(selectedFields(postDefinition, reader)),
    ['type', 't.type'],
    ['status', 't.status'],
    ['emailSubject', 't.email_subject'],
    ['showTitleAndFeatureImage', 't.show_title_and_feature_image'],
  ] as const;
  return (selection) => new Map([...smallColumns, ...textColumns(reader, selection, defaultFormats)]);
}

const newestFirst: readonly OrderClause[] = [descending('published_at'), descending('updated_at'), descending('id')];

/** The same expressions as in the index `posts_for_staff` and the columns `status_rank` and `listed_at` of `post_listings`. */
const STATUS_RANK = `(case t.status when 'scheduled' then 1 when 'draft' then 2 else 3 end)`;
const LISTED_AT = `(case when t.status <> 'draft' then t.published_at end)`;

/** Scheduled posts first, then drafts, then published posts. */
const staffOrder: readonly OrderClause[] = [
  { sql: STATUS_RANK, isDescending: false },
  { sql: LISTED_AT, isDescending: true },
  descending('updated_at'),
  descending('id'),
];

/** The statuses in the order of their ranks, see {@link STATUS_RANK}. */
const statuses: readonly PostStatus[] = ['scheduled', 'draft', 'published'];

/**
 * The filter target for the status. Its conditions, except `sent`, compare the rank instead of the status. The order for staff begins
 * with the rank, so one index serves the filter and the order.
 * @param sql the expression of the status
 * @param rank the expression of its rank
 * @param sent the condition for published posts that are sent by e-mail only, which have the status `sent` for clients of Ghost 5
 */
function statusTarget(sql: string, rank: string, sent: string): FilterTarget {
  const constants = new Map<string, string>(statuses.map((status, index) => [status, `${rank} = ${index + 1}`]));
  return { kind: 'column', sql, type: 'text', constants: constants.set('sent', sent) };
}

/**
 * The filter target for the status of the maintained counts. For published posts that are sent by e-mail only, they store `sent`. The
 * filter `published` matches these posts, too, as in lists.
 */
const countedStatus: FilterTarget = {
  kind: 'column',
  sql: 't.status',
  type: 'text',
  constants: new Map([
    ['scheduled', `t.status = 'scheduled'`],
    ['draft', `t.status = 'draft'`],
    ['published', `t.status in ('published', 'sent')`],
    ['sent', `t.status = 'sent'`],
  ]),
};

/** The maintained counts of posts or pages. @param scope a further condition for the counted rows that clients may see */
function countsOf(type: PostType, scope = ''): MaintainedCounts {
  const filters = new Map([
    ['status', countedStatus],
    ['visibility', enumTarget('t.visibility', postVisibilities)],
    ['featured', booleanTarget('t.featured')],
    pageFilter(type),
  ]);
  return { ownerType: 'site', scope: `t.type = '${type}'${scope}`, filters };
}

/** Filters on the listings `l`. They leave out listings before the posts are read. */
const listedFilters = new Map<string, FilterTarget>([
  ['visibility', enumTarget('l.visibility', postVisibilities)],
  ['featured', booleanTarget('l.featured')],
  ['status', statusTarget('l.status', 'l.status_rank', `l.status = 'sent'`)],
]);

/** The filter `page`, which is true for every page and false for every post. */
function pageFilter(type: PostType): [string, FilterTarget] {
  return ['page', booleanTarget(type === 'page' ? 'true' : 'false')];
}

const notFoundMessages: Record<PostType, string> = { post: 'Post not found.', page: 'Page not found.' };
const postsSince = sinceOf(postDefinition, { tags: tagDefinition, authors: userDefinition })
  .set('tiers', 'v5')
  .set('email', 'v3');
const formats = ['html', 'plaintext', 'mobiledoc'];
const staffFormats = [...formats, 'lexical'];
const contentOrders = new Map(orderTargets(orderableFields(postDefinition, 'public')));
const publicAuthorFilters = filterableFields(userDefinition, 'public');

/**
 * The posts or pages for visitors: published posts or pages that are not sent by e-mail only. Requests cannot filter by content, because
 * some content is for members only.
 */
function contentPosts(type: PostType): Resource<PostRow> {
  const relations = new Map<string, Relation>([
    ['tags', tagsRelation('public')],
    ['authors', authorsRelation('public')],
    ['meta', metaRelation],
    ['tiers', tiersRelation],
  ]);
  return {
    key: `${type}s`,
    table: 'publishing.posts',
    scope: `t.type = '${type}' and t.status = 'published' and not t.email_only`,
    columns: postColumns('public', ['html']),
    filters: new Map([
      ...filterTargets(filterableFields(postDefinition, 'public')),
      ['visibility', enumTarget('t.visibility', postVisibilities)],
      ...relationFilters(filterableFields(tagDefinition, 'public'), publicAuthorFilters),
      pageFilter(type),
    ]),
    ignoredFilters: new Set(['status']),
    counts: countsOf(type, ` and t.status = 'published'`),
    // All published posts have the rank 3. In listings, published posts that are sent by e-mail only have the status `sent`.
    listing: {
      scope: `l.type = '${type}' and l.status_rank = 3 and l.status = 'published'`,
      orders: new Map([['t.published_at', 'l.listed_at']]),
      filters: listedFilters,
    },
    orders: contentOrders,
    since: postsSince,
    defaultOrder: ({ include }) =>
      type === 'page' && include.length === 0
        ? [ascending('title', { ignoresCase: true }), ascending('id')]
        : newestFirst,
    relations,
    alwaysIncluded: ['meta'],
    formats,
    notFoundMessage: notFoundMessages[type],
  };
}

/** Counts that clients of Ghost 5 name in `include`. They need no SQL: v5 returns some as 0 and leaves out the others. */
const countRelations = [
  'clicks',
  'signups',
  'conversions',
  'paid_conversions',
  'positive_feedback',
  'negative_feedback',
].map((name) => `count.${name}`);
const computedForStaff: ReadonlySet<string> = new Set(['almanac', 'newsletter', ...countRelations]);

function staffRelations(): Map<string, Relation> {
  const withRoles = authorsRelation('staff');
  return new Map<string, Relation>([
    ['tags', tagsRelation('staff')],
    ['authors', withRoles],
    ['authors.roles', withRoles],
    ['meta', metaRelation],
    ['tiers', tiersRelation],
    ['email', emailRelation],
  ]);
}

/** All posts or pages, for staff. */
function adminPosts(type: PostType): Resource<PostRow> {
  return {
    key: `${type}s`,
    table: 'publishing.posts',
    scope: `t.type = '${type}'`,
    columns: postColumns('staff', ['mobiledoc']),
    filters: new Map([
      ...filterTargets(filterableFields(postDefinition, 'staff')),
      ['visibility', enumTarget('t.visibility', postVisibilities)],
      ['status', statusTarget('t.status', STATUS_RANK, `(${STATUS_RANK} = 3 and t.email_only)`)],
      ...relationFilters(filterableFields(tagDefinition, 'staff'), publicAuthorFilters),
      pageFilter(type),
    ]),
    counts: countsOf(type),
    listing: {
      scope: `l.type = '${type}'`,
      orders: new Map([
        [STATUS_RANK, 'l.status_rank'],
        [LISTED_AT, 'l.listed_at'],
      ]),
      filters: listedFilters,
    },
    orders: new Map(orderTargets(orderableFields(postDefinition, 'staff'))),
    since: postsSince,
    defaultOrder: () => staffOrder,
    relations: staffRelations(),
    alwaysIncluded: type === 'post' ? ['meta', 'email'] : ['meta'],
    computedIncludes: computedForStaff,
    defaultInclude: ['tags', 'authors', 'authors.roles'],
    formats: staffFormats,
    notFoundMessage: notFoundMessages[type],
  };
}

/** A post or page in any status, as visitors would see it. Only for single reads by id. */
function previewPosts(type: PostType): Resource<PostRow> {
  return { ...contentPosts(type), scope: `t.type = '${type}'` };
}

export const previewPostsResource = previewPosts('post');
export const previewPagesResource = previewPosts('page');
export const contentPostsResource = contentPosts('post');
export const contentPagesResource = contentPosts('page');
export const adminPostsResource = adminPosts('post');
export const adminPagesResource = adminPosts('page');
