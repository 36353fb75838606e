import { relativeValue } from '@almanac/publishing';

/** A record of the Admin API, or a row of an export, with unchecked values. */
export type SourceRecord = Readonly<Record<string, unknown>>;

/** The rows of an export by the name of their table. */
export type SourceRows = Partial<Record<string, SourceRecord[]>>;

/** A resource of the Admin API that an import reads. `rowsOf` converts a record to rows of an export. */
export interface SourceResource {
  name: string;
  path: string;
  query: Readonly<Record<string, string>>;
  pageSize: number;
  rowsOf: (record: SourceRecord, siteUrl: string) => SourceRows;
}

/**
 * Properties of records of the Admin API that are not columns of an export:
 * relations, computed values, and fields that Almanac does not have.
 */
const NON_COLUMNS: ReadonlySet<string> = new Set([
  ...['url', 'excerpt', 'reading_time', 'primary_author', 'primary_tag', 'access', 'comments', 'frontmatter', 'count'],
  ...['tags', 'authors', 'tiers', 'newsletter', 'roles', 'labels', 'newsletters', 'subscriptions', 'products'],
  ...[
    'avatar_image',
    'email_count',
    'email_opened_count',
    'email_open_rate',
    'last_seen_at',
    'attribution',
    'geolocation',
  ],
  ...['email_suppression', 'unsubscribe_url', 'stripe', 'comped', 'last_seen', 'permissions', 'tour', 'email_segment'],
  ...[
    'email_recipient_filter',
    'send_email_when_published',
    'post_revisions',
    'can_comment',
    'commenting',
    'current_period_end',
  ],
]);

/** The columns of a record. URLs of the site in their values become relative. */
function columnsOf(record: SourceRecord, siteUrl: string): Record<string, unknown> {
  const entries = Object.entries(record).filter(([name]) => !NON_COLUMNS.has(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, relativeValue(name, value, siteUrl)]));
}

/** The objects in the list that the property `key` contains; none if there is no list. */
export function recordsIn(record: unknown, key: string): SourceRecord[] {
  const list: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, key) : undefined;
  return Array.isArray(list) ? list.filter((one): one is SourceRecord => typeof one === 'object' && one !== null) : [];
}

/** Rows that link a record to others, in the order of `records`. */
const links = (records: readonly SourceRecord[], link: (record: SourceRecord, index: number) => SourceRecord) =>
  records.map((record, index) => ({ ...link(record, index), sort_order: index }));

/** The id of the newsletter to which a scheduled post will be sent. Other posts do not need it. */
function newsletterOf({ status, newsletter }: SourceRecord): { newsletter_id?: unknown } {
  const id = typeof newsletter === 'object' && newsletter !== null && 'id' in newsletter ? newsletter.id : undefined;
  return status === 'scheduled' && id !== undefined ? { newsletter_id: id } : {};
}

/** Returns the function that converts posts or pages. */
function postRows(type: 'post' | 'page') {
  return (record: SourceRecord, siteUrl: string): SourceRows => {
    const [authors, tags] = [recordsIn(record, 'authors'), recordsIn(record, 'tags')];
    return {
      // The property `email` of a post describes its newsletter mail; it is not a column.
      posts: [
        {
          ...columnsOf({ ...record, email: undefined }, siteUrl),
          ...newsletterOf(record),
          type,
          author_id: authors[0]?.id,
        },
      ],
      posts_authors: links(authors, ({ id }) => ({ post_id: record.id, author_id: id })),
      posts_tags: links(tags, ({ id }) => ({ post_id: record.id, tag_id: id })),
    };
  };
}

function userRows(record: SourceRecord, siteUrl: string): SourceRows {
  const roles = recordsIn(record, 'roles');
  return {
    users: [columnsOf(record, siteUrl)],
    roles: roles.map(({ id, name }) => ({ id, name })),
    roles_users: roles.map(({ id }) => ({ role_id: id, user_id: record.id })),
  };
}

function memberRows(record: SourceRecord, siteUrl: string): SourceRows {
  const labels = recordsIn(record, 'labels');
  const newsletters = recordsIn(record, 'newsletters');
  const products = [...recordsIn(record, 'tiers'), ...recordsIn(record, 'products')];
  return {
    members: [columnsOf(record, siteUrl)],
    labels: labels.map(({ id, name, slug, created_at, updated_at }) => ({ id, name, slug, created_at, updated_at })),
    members_labels: links(labels, ({ id }) => ({ member_id: record.id, label_id: id })),
    newsletters: newsletters.map(({ id, name, slug, status }) => ({ id, name, slug, status })),
    members_newsletters: newsletters.map(({ id }) => ({ member_id: record.id, newsletter_id: id })),
    products: products.map(({ id, name, slug, type }) => ({ id, name, slug, type })),
    members_products: links(products, ({ id, expiry_at: expiry }) => ({
      member_id: record.id,
      product_id: id,
      expiry_at: expiry ?? null,
    })),
  };
}

const FORMATS = { formats: 'mobiledoc,lexical,html' };
const PAGE_QUERY = { include: 'tags,authors', ...FORMATS };
/** Earlier versions of Ghost ignore `newsletter`. */
const POST_QUERY = { include: 'tags,authors,newsletter', ...FORMATS };

/** The resources that an import reads from a site, in this order. Pages of posts are smaller, because posts are large. */
export const sourceResources: readonly SourceResource[] = [
  { name: 'users', path: 'users/', query: { include: 'roles' }, pageSize: 100, rowsOf: userRows },
  {
    name: 'tags',
    path: 'tags/',
    query: {},
    pageSize: 100,
    rowsOf: (record, siteUrl) => ({ tags: [columnsOf(record, siteUrl)] }),
  },
  { name: 'posts', path: 'posts/', query: POST_QUERY, pageSize: 25, rowsOf: postRows('post') },
  { name: 'pages', path: 'pages/', query: PAGE_QUERY, pageSize: 25, rowsOf: postRows('page') },
  { name: 'members', path: 'members/', query: {}, pageSize: 100, rowsOf: memberRows },
];
