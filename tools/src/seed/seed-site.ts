import GhostAdminApi from '@tryghost/admin-api';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SeedPost, seedPosts } from './content/posts';
import { seedMembers, seedPages, type SeedSetting, seedSettings, seedTags } from './content/site';
import { landscape, sunLogo } from './landscape';

/** The site that gets the sample content. */
export interface SiteTarget {
  adminApiUrl: string;
  /** The admin key of an integration, `<id>:<secret>`. */
  adminKey: string;
  owner: { email: string; password: string };
  /** The present time, from which the publication dates of the posts are computed. */
  now: Date;
}

const DAY_MS = 86_400_000;

/** The fields of a sample post for the Admin API. */
function postInput(post: SeedPost, { now, image }: { now: Date; image: string }): Record<string, unknown> {
  const {
    title,
    slug,
    tags,
    author,
    html,
    daysAgo,
    status = 'published',
    visibility = 'public',
    featured = false,
  } = post;
  const publishedAt = new Date(now.getTime() - daysAgo * DAY_MS);
  return {
    title,
    slug,
    tags,
    html,
    status,
    visibility,
    featured,
    authors: [author],
    feature_image: image,
    custom_excerpt: post.customExcerpt ?? null,
    meta_description: post.metaDescription ?? null,
    ...(status !== 'draft' && { published_at: publishedAt.toISOString() }),
  };
}

/** Uploads images. @returns their URLs */
async function uploadImages(api: GhostAdminApi, pictures: Buffer[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-seed-'));
  try {
    const urls: string[] = [];
    for (const [index, picture] of pictures.entries()) {
      const file = join(folder, `harbour-${index}.png`);
      await writeFile(file, picture);
      urls.push((await api.images.upload({ file })).url);
    }
    return urls;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Edits settings as the owner, who is signed in for this, because integrations may not edit settings. */
async function editSettings({ adminApiUrl, owner }: SiteTarget, settings: SeedSetting[]): Promise<void> {
  const base = `${adminApiUrl}/ghost/api/v3/admin`;
  const headers = { 'content-type': 'application/json', origin: adminApiUrl };
  const session = await fetch(`${base}/session/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: owner.email, password: owner.password }),
  });
  const cookie = session.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`The owner could not sign in: ${session.status} ${await session.text()}`);
  const edited = await fetch(`${base}/settings/`, {
    method: 'PUT',
    headers: { ...headers, cookie },
    body: JSON.stringify({ settings }),
  });
  if (!edited.ok) throw new Error(`The settings could not be edited: ${edited.status} ${await edited.text()}`);
  await fetch(`${base}/session/`, { method: 'DELETE', headers: { ...headers, cookie } });
}

/** The number of generated images; the posts share them. */
const IMAGES = 5;

async function isEmpty(resource: { browse(options: Record<string, unknown>): Promise<unknown[]> }): Promise<boolean> {
  return (await resource.browse({ limit: 1 })).length === 0;
}

/** Adds images, settings, tags and posts, unless the site has posts. @returns the number of created posts */
async function seedPostsAndTags(api: GhostAdminApi, target: SiteTarget): Promise<number> {
  if (!(await isEmpty(api.posts))) return 0;
  const [logo = '', ...images] = await uploadImages(api, [
    sunLogo(),
    ...Array.from({ length: IMAGES }, (_, index) => landscape(index)),
  ]);
  const pictures = [
    { key: 'logo', value: logo },
    { key: 'cover_image', value: images[0] ?? '' },
  ];
  await editSettings(target, [...seedSettings, ...pictures]);
  if (await isEmpty(api.tags)) for (const tag of seedTags) await api.tags.add(tag);
  for (const [index, post] of seedPosts.entries()) {
    await api.posts.add(postInput(post, { now: target.now, image: images[index % IMAGES] ?? '' }), { source: 'html' });
  }
  return seedPosts.length;
}

/**
 * Adds the sample content through the Admin API, with the client of Ghost. If the site has no posts, adds posts,
 * images and settings, and also tags if it has none. Adds pages if it has none, and members if it has none.
 * @returns the number of created posts
 */
export async function seedSite(target: SiteTarget): Promise<number> {
  const api = new GhostAdminApi({ url: target.adminApiUrl, key: target.adminKey, version: 'v3.0' });
  const created = await seedPostsAndTags(api, target);
  if (await isEmpty(api.pages)) {
    for (const page of seedPages) await api.pages.add({ ...page, status: 'published' }, { source: 'html' });
  }
  if (await isEmpty(api.members)) for (const member of seedMembers) await api.members.add(member);
  return created;
}
