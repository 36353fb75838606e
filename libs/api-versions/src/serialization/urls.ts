import {
  lexicalToAbsolute,
  htmlToAbsolute,
  mobiledocToAbsolute,
  toAbsoluteUrl,
  type UrlScope,
} from '@almanac/rendering';
import type { TagView, UserView, PostView } from '../views';

/** The path in the URL of a tag or author that has no page on the site, as in Ghost. */
const NOT_FOUND_PATH = '/404/';

/**
 * The public URL of a post or page, or the URL of its preview before it is published. A post without a loaded status counts as published.
 * A post that is sent by e-mail only is not on the site: it has the URL that Ghost uses for the page of its mail.
 */
export function postUrl(post: PostView, siteUrl: string): string {
  if (post.status === 'published' && post.emailOnly) return `${siteUrl}/email/${post.uuid ?? ''}/`;
  if (post.status === undefined || post.status === 'published') return `${siteUrl}/${post.slug ?? ''}/`;
  return `${siteUrl}/p/${post.uuid === undefined ? '' : `${post.uuid}/`}`;
}

/** The public URL of a tag. An internal tag, and a tag without published posts or pages, has the URL of the 404 page. */
export function tagUrl(tag: TagView, siteUrl: string): string {
  const hasPage = tag.visibility !== 'internal' && tag.hasPublishedPosts !== false;
  return `${siteUrl}${hasPage ? `/tag/${tag.slug ?? ''}/` : NOT_FOUND_PATH}`;
}

/** The public URL of an author. An author without published posts or pages has the URL of the 404 page. */
export function authorUrl(author: UserView, siteUrl: string): string {
  const hasPage = author.hasPublishedPosts !== false;
  return `${siteUrl}${hasPage ? `/author/${author.slug ?? ''}/` : NOT_FOUND_PATH}`;
}

/** A stored URL, made absolute. An empty string becomes null. */
export function absoluteUrl(stored: string | null | undefined, siteUrl: string): string | null | undefined {
  if (stored === undefined || stored === null) return stored;
  return stored === '' ? null : toAbsoluteUrl(stored, { siteUrl });
}

/** HTML with its relative URLs made absolute. */
export function absoluteHtml(html: string | null | undefined, scope: UrlScope): string | null | undefined {
  return html ? htmlToAbsolute(html, scope) : html;
}

/** A lexical document as JSON, with its relative URLs made absolute. */
export function absoluteLexical(lexical: string, scope: UrlScope): string {
  return lexicalToAbsolute(lexical, scope);
}

/** A mobiledoc as JSON, with its relative URLs made absolute. */
export function absoluteMobiledoc(mobiledoc: string | null | undefined, scope: UrlScope): string | null | undefined {
  return mobiledoc ? mobiledocToAbsolute(mobiledoc, scope) : mobiledoc;
}
