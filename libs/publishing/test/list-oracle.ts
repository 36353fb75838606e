import {
  adminPostsResource,
  contentPagesResource,
  contentPostsResource,
  type PostRow,
  type QueryParameters,
  type Resource,
} from '@almanac/resource-queries';
import type { EntityManager } from 'typeorm';

/** A post as the tables store it, read without the stored counts. */
export interface StoredPost {
  id: string;
  type: 'post' | 'page';
  status: 'scheduled' | 'draft' | 'published';
  visibility: string;
  featured: boolean;
  emailOnly: boolean;
  title: string;
  /** Milliseconds. */
  publishedAt: number | null;
  updatedAt: number | null;
  /** In the order of the post. */
  tags: { id: string; slug: string; visibility: string; sortOrder: number }[];
  authors: { id: string; slug: string; sortOrder: number }[];
}

const milliseconds = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
const linked = (table: string, key: string, of: string, more = ''): string =>
  `(select coalesce(json_agg(json_build_object('id', o.id, 'slug', o.slug, 'sortOrder', l.sort_order${more}) order by l.sort_order), '[]')
    from publishing.${table} l join publishing.${of} o on o.id = l.${key} where l.post_id = p.id)`;

/** Reads all posts. */
export function readStoredPosts(manager: EntityManager): Promise<StoredPost[]> {
  return manager.query<StoredPost[]>(
    `select p.id, p.type, p.status, p.visibility, p.featured, p.email_only as "emailOnly", p.title,
       ${milliseconds('p.published_at')} as "publishedAt", ${milliseconds('p.updated_at')} as "updatedAt",
       ${linked('posts_tags', 'tag_id', 'tags', `, 'visibility', o.visibility`)} as tags,
       ${linked('posts_authors', 'author_id', 'users')} as authors
     from publishing.posts p`,
  );
}

type Key = (post: StoredPost) => string | number | null;

/** Ascending order puts null first; descending order is its reverse. */
function compareBy(key: Key, isDescending: boolean): (a: StoredPost, b: StoredPost) => number {
  return (a, b) => {
    const [left, right] = isDescending ? [key(b), key(a)] : [key(a), key(b)];
    if (left === right) return 0;
    if (left === null || right === null) return left === null ? -1 : 1;
    return left < right ? -1 : 1;
  };
}

const RANKS = { scheduled: 1, draft: 2, published: 3 };
const newest: [Key, boolean][] = [
  [({ publishedAt }) => publishedAt, true],
  [({ updatedAt }) => updatedAt, true],
  [({ id }) => id, true],
];
const staffOrder: [Key, boolean][] = [
  [({ status }) => RANKS[status], false],
  [({ status, publishedAt }) => (status === 'draft' ? null : publishedAt), true],
  [({ updatedAt }) => updatedAt, true],
  [({ id }) => id, true],
];

/** A list request and its expected result. */
export interface ListCase {
  resource: Resource<PostRow>;
  query: QueryParameters;
  /** The expected ids in their order. */
  expected: (posts: readonly StoredPost[]) => string[];
}

type Predicate = (post: StoredPost) => boolean;

const isSent: Predicate = ({ status, emailOnly }) => status === 'published' && emailOnly;

/** Whether readers see the post. */
export const isOnSite: Predicate = ({ status, emailOnly }) => status === 'published' && !emailOnly;

function listCase(
  resource: Resource<PostRow>,
  query: QueryParameters,
  scope: Predicate,
  predicate: Predicate,
  order: [Key, boolean][],
): ListCase {
  const compares = order.map(([key, isDescending]) => compareBy(key, isDescending));
  const compare = (a: StoredPost, b: StoredPost): number =>
    compares.reduce((result, next) => (result === 0 ? next(a, b) : result), 0);
  return {
    resource,
    query,
    expected: (posts) =>
      posts
        .filter((post) => scope(post) && predicate(post))
        .sort(compare)
        .map(({ id }) => id),
  };
}

const content = (filter: string, predicate: Predicate, order = '', clauses: [Key, boolean][] = []): ListCase =>
  listCase(
    contentPostsResource,
    { ...(filter && { filter }), ...(order && { order }) },
    (post) => post.type === 'post' && isOnSite(post),
    predicate,
    [...clauses, ...newest],
  );
const staff = (filter: string, predicate: Predicate): ListCase =>
  listCase(adminPostsResource, { ...(filter && { filter }) }, ({ type }) => type === 'post', predicate, staffOrder);

const all: Predicate = () => true;
const hasTag =
  (slug: string): Predicate =>
  ({ tags }) =>
    tags.some((tag) => tag.slug === slug);
const wrote =
  (slug: string): Predicate =>
  ({ authors }) =>
    authors.some((author) => author.slug === slug);
const isPrimaryTag =
  (slug: string): Predicate =>
  ({ tags }) =>
    tags.some((tag) => tag.slug === slug && tag.sortOrder === 0 && tag.visibility === 'public');

/** Requests whose totals are stored, and some whose totals are counted. The slugs exist in the property tests. */
export const listCases: readonly ListCase[] = [
  content('', all),
  content('featured:true', ({ featured }) => featured),
  content('featured:-true', ({ featured }) => !featured),
  content('visibility:members', ({ visibility }) => visibility === 'members'),
  content('visibility:[members,paid],featured:true', (post) => post.visibility !== 'public' || post.featured),
  content('page:true', () => false),
  content('tag:tag-a', hasTag('tag-a')),
  content('tags.slug:tag-b+featured:true', (post) => hasTag('tag-b')(post) && post.featured),
  content('tag:tag-a+tag:tag-b', (post) => hasTag('tag-a')(post) && hasTag('tag-b')(post)),
  content('tag:-tag-a', (post) => !hasTag('tag-a')(post)),
  content('(tag:tag-a,featured:true)', (post) => hasTag('tag-a')(post) || post.featured),
  content('primary_tag:tag-a', isPrimaryTag('tag-a')),
  content('primary_tag:hash-c', isPrimaryTag('hash-c')),
  content('authors.slug:alice', wrote('alice')),
  content('author:bob+visibility:public', (post) => wrote('bob')(post) && post.visibility === 'public'),
  content('primary_author:alice', ({ authors }) =>
    authors.some(({ slug, sortOrder }) => slug === 'alice' && sortOrder === 0),
  ),
  content("author:alice+title:~'1'", (post) => wrote('alice')(post) && post.title.includes('1')),
  content("title:~'2'", ({ title }) => title.includes('2')),
  content('tag:nothing', () => false),
  content('', all, 'published_at asc', [[({ publishedAt }) => publishedAt, false]]),
  content('tag:tag-a', hasTag('tag-a'), 'published_at asc', [[({ publishedAt }) => publishedAt, false]]),
  content('author:alice', wrote('alice'), 'title asc', [[({ title }) => title.toLowerCase(), false]]),
  content('', all, 'id asc, title desc', [[({ id }) => id, false]]),
  content('', all, 'featured desc', [[({ featured }) => Number(featured), true]]),
  listCase(
    contentPagesResource,
    { include: 'authors', filter: 'author:alice' },
    (post) => post.type === 'page' && isOnSite(post),
    wrote('alice'),
    newest,
  ),
  staff('', all),
  staff('status:draft', ({ status }) => status === 'draft'),
  staff('status:[draft,published]', ({ status }) => status !== 'scheduled'),
  staff('status:-published+featured:false', ({ status, featured }) => status !== 'published' && !featured),
  staff('status:published', ({ status }) => status === 'published'),
  staff('email_only:true', ({ emailOnly }) => emailOnly),
  staff('status:sent', isSent),
  staff(
    'status:[draft,sent]+author:alice',
    (post) => wrote('alice')(post) && (post.status === 'draft' || isSent(post)),
  ),
  staff('status:-sent', (post) => !isSent(post)),
  staff('author:alice', wrote('alice')),
  staff('author:alice+status:published', (post) => wrote('alice')(post) && post.status === 'published'),
  staff('tag:tag-b+visibility:paid', (post) => hasTag('tag-b')(post) && post.visibility === 'paid'),
];
