import { local } from './browser';

interface ContentPost {
  title: string;
  html: string;
  /** Present if `formats` contains it. */
  plaintext?: string;
  url: string;
  feature_image: string | null;
  published_at: string;
}

/** @returns the post as a visitor reads it who is not signed in; undefined when it is not on the site */
export async function contentPost(slug: string, formats = 'html'): Promise<ContentPost | undefined> {
  const { contentApiUrl, contentKey } = local();
  const response = await fetch(
    `${contentApiUrl}/ghost/api/canary/content/posts/slug/${slug}/?key=${contentKey}&formats=${formats}`,
  );
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`The Content API responded with ${response.status}.`);
  const { posts } = (await response.json()) as { posts: ContentPost[] };
  return posts[0];
}
