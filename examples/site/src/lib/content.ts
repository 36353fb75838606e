import { ContentClient, type ContentV5Components } from '@almanac/client';
import ContentApi from '@tryghost/content-api';
import { configuration } from './configuration.ts';
import { zoneOf } from './dates.ts';

type Schemas = ContentV5Components['schemas'];
export type Post = Schemas['Post'];
export type Page = Schemas['Page'];
export type Settings = Schemas['Settings'];

export interface Listing {
  posts: Post[];
  pages: number;
}

const POSTS_PER_PAGE = 12;
const SEARCH_RESULTS = 30;
const RELATIONS = 'tags,authors';
/** Lists need no html, which is most of a response. */
const CARD_FIELDS =
  'id,slug,title,excerpt,custom_excerpt,published_at,feature_image,feature_image_alt,visibility,featured,reading_time';

const access = { url: configuration.contentApiUrl, key: configuration.contentKey };
const api = new ContentApi({ ...access, version: 'v5.0' });
const previews = new ContentClient(access);

/** @returns null instead of the error of the API for a resource that does not exist */
function orNull<Item>(request: Promise<Item>): Promise<Item | null> {
  return request.catch((error: { type?: string; name?: string }) => {
    if ([error.type, error.name].includes('NotFoundError')) return null;
    throw error;
  });
}

/** The client writes a slug into a path as it is. */
async function bySlug<Item>(slug: string, read: (identity: { slug: string }) => Promise<Item>): Promise<Item | null> {
  return /^[\p{L}\p{N}_-]+$/u.test(slug) ? orNull(read({ slug })) : null;
}

/** NQL strings are in single quotes, in which a backslash escapes. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

export const findSettings = (): Promise<Settings> => api.settings.browse();

/** The time zone in the settings of the site. */
export const siteZone = async (): Promise<string> => zoneOf((await findSettings()).timezone);

/** One page of posts, the newest first. `filter` is NQL. @returns null behind the last page */
export async function listPosts(page: number, filter?: string): Promise<Listing | null> {
  const params = { page, limit: POSTS_PER_PAGE, include: RELATIONS, fields: CARD_FIELDS };
  const posts = await api.posts.browse(filter ? { ...params, filter } : params);
  const { pages } = posts.meta.pagination;
  return page > 1 && page > pages ? null : { posts, pages };
}

export const listPostsOfTag = (slug: string, page: number) => listPosts(page, `tag:${quoted(slug)}`);

export const listPostsOfAuthor = (slug: string, page: number) => listPosts(page, `author:${quoted(slug)}`);

/** Posts whose titles contain the text. */
export const searchPosts = (text: string): Promise<Post[]> =>
  api.posts.browse({
    filter: `title:~${quoted(text)}`,
    limit: SEARCH_RESULTS,
    include: RELATIONS,
    fields: CARD_FIELDS,
  });

/** The newest posts with html, as a visitor who is not signed in may read it. */
export const newestPosts = (limit: number): Promise<Post[]> => api.posts.browse({ limit, include: RELATIONS });

/** A post with the content that the owner of the token may read. */
export const findPost = (slug: string, memberToken?: string) =>
  bySlug(slug, (identity) => api.posts.read(identity, { include: RELATIONS }, memberToken));

export const findPage = (slug: string, memberToken?: string) =>
  bySlug(slug, (identity) => api.pages.read(identity, { include: RELATIONS }, memberToken));

export const findTag = (slug: string) => bySlug(slug, (identity) => api.tags.read(identity));

export const findAuthor = (slug: string) => bySlug(slug, (identity) => api.authors.read(identity));

/** The addresses of everything public, with the time of the last change, e.g. for a sitemap. */
export async function listAddresses(): Promise<{ path: string; changedAt: string | null }[]> {
  const [posts, pages, tags, authors] = await Promise.all([
    everyOf((page) => api.posts.browse({ fields: 'slug,updated_at', limit: 100, page })),
    everyOf((page) => api.pages.browse({ fields: 'slug,updated_at', limit: 100, page })),
    everyOf((page) => api.tags.browse({ filter: 'visibility:public', fields: 'slug', limit: 100, page })),
    everyOf((page) => api.authors.browse({ fields: 'slug', limit: 100, page })),
  ]);
  return [
    ...[...posts, ...pages].map(({ slug, updated_at }) => ({ path: `/${slug}/`, changedAt: updated_at })),
    ...tags.map(({ slug }) => ({ path: `/tag/${slug}/`, changedAt: null })),
    ...authors.map(({ slug }) => ({ path: `/author/${slug}/`, changedAt: null })),
  ];
}

async function everyOf<Item>(
  browse: (page: number) => Promise<Item[] & { meta: { pagination: { pages: number } } }>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await browse(page);
    items.push(...found);
    pages = found.meta.pagination.pages;
  }
  return items;
}

export type Reader = 'public' | 'member' | 'paid';

/** A post or page in any status. @param token of a preview link @param reader for whom the content is shown */
export async function findPreview(token: string, reader: Reader) {
  const params = { query: { token, as: reader, include: RELATIONS } };
  const post = await orNull(previews.get('/posts/preview/', { params }));
  if (post) return post.posts[0] ?? null;
  const page = await orNull(previews.get('/pages/preview/', { params }));
  return page?.pages[0] ?? null;
}

/** @param path of a page of a list after its address: absent for the first one. @returns undefined for any other string */
export function pageNumber(path: string | undefined): number | undefined {
  if (path === undefined) return 1;
  return /^[1-9]\d{0,5}$/.test(path) && path !== '1' ? Number(path) : undefined;
}
