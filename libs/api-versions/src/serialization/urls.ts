import { htmlToAbsolute, mobiledocToAbsolute, toAbsoluteUrl, type UrlScope } from '@almanac/rendering';
import type { TagView, UserView, PostView } from '../views';

/** Where things without a page of their own point to, as Ghost has it. */
const NOWHERE = '/404/';

/** The public address of a post or page; an unpublished one only has its preview. */
export function postUrl(post: PostView, siteUrl: string): string {
  if (post.status === undefined || post.status === 'published') return `${siteUrl}/${post.slug ?? ''}/`;
  return `${siteUrl}/p/${post.uuid === undefined ? '' : `${post.uuid}/`}`;
}

/** The public address of a tag. */
export function tagUrl(tag: TagView, siteUrl: string): string {
  const hasPage = tag.visibility !== 'internal' && tag.hasPublishedPosts !== false;
  return `${siteUrl}${hasPage ? `/tag/${tag.slug ?? ''}/` : NOWHERE}`;
}

/** The public address of an author. */
export function authorUrl(author: UserView, siteUrl: string): string {
  const hasPage = author.hasPublishedPosts !== false;
  return `${siteUrl}${hasPage ? `/author/${author.slug ?? ''}/` : NOWHERE}`;
}

/** A stored URL given out: what is relative to the site becomes absolute; an empty one counts as none. */
export function absoluteUrl(stored: string | null | undefined, siteUrl: string): string | null | undefined {
  if (stored === undefined || stored === null) return stored;
  return stored === '' ? null : toAbsoluteUrl(stored, { siteUrl });
}

/** HTML with its stored relative URLs made absolute. */
export function absoluteHtml(html: string | null | undefined, scope: UrlScope): string | null | undefined {
  return html ? htmlToAbsolute(html, scope) : html;
}

/** A mobiledoc document, as JSON text, with its stored relative URLs made absolute. */
export function absoluteMobiledoc(mobiledoc: string | null | undefined, scope: UrlScope): string | null | undefined {
  return mobiledoc ? mobiledocToAbsolute(mobiledoc, scope) : mobiledoc;
}
