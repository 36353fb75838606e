import type { APIRoute } from 'astro';
import { Feed } from 'feed';
import { configuration } from '../lib/configuration.ts';
import { newestPosts } from '../lib/content.ts';

const MAX_POSTS = 20;
/** Characters that XML 1.0 does not allow, not even escaped. */
const FORBIDDEN_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** An RSS 2.0 feed of the newest posts. The API omits content that only members may read. */
export const GET: APIRoute = async ({ locals: { settings } }) => {
  const { siteUrl } = configuration;
  const { title, description } = settings;
  const posts = await newestPosts(MAX_POSTS);
  const feed = new Feed({
    title,
    description,
    link: `${siteUrl}/`,
    feed: `${siteUrl}/rss.xml`,
    // Not the time of rendering, which would change the ETag of an unchanged feed.
    updated: new Date(posts[0]?.published_at ?? 0),
    generator: false,
  });
  for (const { id, slug, title, custom_excerpt, excerpt, html, published_at, authors, tags } of posts)
    feed.addItem({
      id,
      title,
      link: `${siteUrl}/${slug}/`,
      description: custom_excerpt ?? excerpt ?? '',
      content: html ?? '',
      date: new Date(published_at ?? 0),
      category: tags?.map(({ name }) => ({ name })),
      // Not in <author>: RSS requires an e-mail address there.
      extensions: [{ name: 'dc:creator', objects: { _text: authors?.map(({ name }) => name).join(', ') } }],
    });
  return new Response(feed.rss2().replace(FORBIDDEN_CHARACTERS, ''), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  });
};
