import { ContentClient, type ContentV5Components } from '@almanac/client';
import ContentApi, { type List } from '@tryghost/content-api';
import { configuration } from './configuration.ts';
import { zoneOf } from './dates.ts';

type Schemas = ContentV5Components['schemas'];
export type Post = Schemas['Post'];
export type Page = Schemas['Page'];
/** The settings of the Content API; `timezone` is a zone that this Node.js supports. */
export type Settings = Awaited<ReturnType<typeof findSettings>>;

const PAGE_SIZE = 12;
/** The number of posts that a search finds at most. */
export const MAX_RESULTS = 30;
const RELATIONS = 'tags,authors';
/** The fields of a post in lists: without `html`, the largest part of a response. */
const LIST_FIELDS =
  'id,slug,title,excerpt,custom_excerpt,published_at,feature_image,feature_image_alt,visibility,featured,reading_time';
const LIST_QUERY = { include: RELATIONS, fields: LIST_FIELDS };

const connection = { url: configuration.contentApiUrl, key: configuration.contentKey };
const api = new ContentApi({ ...connection, version: 'v5.0' });
const previews = new ContentClient(connection);

/** Awaits a request. @returns null if the API responded that the resource does not exist */
function orNull<Item>(request: Promise<Item>): Promise<Item | null> {
  return request.catch((error: { type?: string; name?: string }) => {
    if ([error.type, error.name].includes('NotFoundError')) return null;
    throw error;
  });
}

/** Reads by slug. Returns null for a slug with special characters, because `@tryghost/content-api` does not escape them in paths. */
async function bySlug<Item>(slug: string, read: (identity: { slug: string }) => Promise<Item>): Promise<Item | null> {
  return /^[\p{L}\p{N}_-]+$/u.test(slug) ? orNull(read({ slug })) : null;
}

/** The text as a string of NQL, the language of `filter`: in single quotes, with a backslash before each quote. */
export const quoteNql = (text: string): string => `'${text.replaceAll(/['"]/g, '\\$&')}'`;

export async function findSettings() {
  const settings = await api.settings.browse();
  return { ...settings, timezone: zoneOf(settings.timezone) };
}

/**
 * One page of posts, the newest first.
 * @param page the page number in the path: absent for the first page, else 2 to 999999
 * @param filter NQL
 * @returns null for any other page number, and after the last page
 */
export async function listPosts(page?: string, filter?: string): Promise<List<Post> | null> {
  if (page !== undefined && !/^([2-9]|[1-9]\d{1,5})$/.test(page)) return null;
  const posts = await api.posts.browse({ ...LIST_QUERY, limit: PAGE_SIZE, page: page ?? 1, ...(filter && { filter }) });
  return page && posts.length === 0 ? null : posts;
}

/** Posts whose titles contain the text. */
export const searchPosts = (text: string): Promise<Post[]> =>
  api.posts.browse({ ...LIST_QUERY, limit: MAX_RESULTS, filter: `title:~${quoteNql(text)}` });

/** The newest posts with the html that a visitor may read without signing in. */
export const newestPosts = (limit: number): Promise<Post[]> => api.posts.browse({ limit, include: RELATIONS });

/** A post with the content that the member with the token may read; without a token, the content that every visitor may read. */
export const findPost = (slug: string, memberToken?: string) =>
  bySlug(slug, (identity) => api.posts.read(identity, { include: RELATIONS }, memberToken));

export const findPage = (slug: string, memberToken?: string) =>
  bySlug(slug, (identity) => api.pages.read(identity, { include: RELATIONS }, memberToken));

export const findTag = (slug: string) => bySlug(slug, (identity) => api.tags.read(identity));

export const findAuthor = (slug: string) => bySlug(slug, (identity) => api.authors.read(identity));

export interface Address {
  url: string;
  updated_at?: string | null;
}

/** The URLs of all posts, pages, public tags and authors, each with the time of its last change if the API has it. */
export async function listAddresses(): Promise<Address[]> {
  const all = { fields: 'url,updated_at', limit: 'all' };
  const lists = await Promise.all([
    api.posts.browse(all),
    api.pages.browse(all),
    api.tags.browse({ ...all, filter: 'visibility:public' }),
    api.authors.browse(all),
  ]);
  return lists.flat();
}

/** The kinds of readers for whom a preview can be shown; `public` is a visitor who is not signed in. */
export type Reader = 'public' | 'member' | 'paid';

/** A post or page in any status, as this kind of reader sees it. @param token of the preview link */
export async function findPreview(token: string, reader: Reader) {
  const params = { query: { token, as: reader, include: RELATIONS } };
  const post = await orNull(previews.get('/posts/preview/', { params }));
  if (post) return post.posts[0] ?? null;
  const page = await orNull(previews.get('/pages/preview/', { params }));
  return page?.pages[0] ?? null;
}
