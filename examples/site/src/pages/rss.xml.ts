import type { APIRoute } from 'astro';
import { configuration } from '../lib/configuration.ts';
import { newestPosts, type Post } from '../lib/content.ts';
import { element, XML_HEADERS } from '../lib/xml.ts';

const POSTS = 20;

function itemOf(post: Post): string {
  const url = `${configuration.siteUrl}/${post.slug}/`;
  return [
    '<item>',
    element('title', post.title),
    element('link', url),
    `<guid isPermaLink="false">${post.id}</guid>`,
    element('description', post.custom_excerpt ?? post.excerpt ?? ''),
    element('pubDate', new Date(post.published_at ?? 0).toUTCString()),
    ...(post.authors ?? []).map(({ name }) => element('dc:creator', name)),
    ...(post.tags ?? []).map(({ name }) => element('category', name)),
    element('content:encoded', post.html ?? ''),
    '</item>',
  ].join('\n');
}

/** RSS 2.0 of the newest posts. The API leaves out what only members may read. */
export const GET: APIRoute = async ({ locals: { settings } }) => {
  const { siteUrl } = configuration;
  const posts = await newestPosts(POSTS);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    '<channel>',
    element('title', settings.title),
    element('link', `${siteUrl}/`),
    element('description', settings.description),
    `<atom:link href="${siteUrl}/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...posts.map(itemOf),
    '</channel>',
    '</rss>',
  ];
  return new Response(lines.join('\n'), {
    headers: { ...XML_HEADERS, 'content-type': 'application/rss+xml; charset=utf-8' },
  });
};
