import type { PostType } from '@almanac/entities';
import {
  BLANK_MOBILEDOC,
  htmlToMobiledoc,
  htmlToPlaintext,
  mobiledocToHtml,
  mobiledocToRelative,
} from '@almanac/rendering';
import type { PostInput } from '@almanac/validation';

/** The content of a post in its three formats, with relative URLs. Empty content has no html and no plaintext. */
export interface PostContent {
  mobiledoc: string;
  html: string | null;
  plaintext: string | null;
}

/** The source of the content. With `html`, a non-empty `html` of the input wins over its `mobiledoc`. */
export type ContentSource = 'html' | 'mobiledoc';

/**
 * The mobiledoc of an input; undefined when it has none. Pages ignore the html source.
 */
export function sourceMobiledoc(
  type: PostType,
  input: Pick<PostInput, 'html' | 'mobiledoc'>,
  source: ContentSource,
): string | null | undefined {
  if (source === 'html' && type === 'post' && input.html) return htmlToMobiledoc(input.html);
  return input.mobiledoc;
}

/**
 * Renders a mobiledoc.
 * @param mobiledoc serialized; null or empty for a blank document
 * @throws ValidationError when it is not a mobiledoc
 */
export function contentFrom(type: PostType, mobiledoc: string | null, siteUrl: string): PostContent {
  if (!mobiledoc) return { mobiledoc: BLANK_MOBILEDOC, html: null, plaintext: null };
  const relative = mobiledocToRelative(mobiledoc, siteUrl);
  const html = mobiledocToHtml(relative, `.${type}s[0].mobiledoc`);
  return { mobiledoc: relative, html: html || null, plaintext: htmlToPlaintext(html) || null };
}

/** Whether a mobiledoc is the stored one. Clients may send back a stored document that exceeds today's limits. */
export function isStored(
  post: { mobiledoc: string | null; html: string | null },
  mobiledoc: string | null,
  siteUrl: string,
): boolean {
  return post.html !== null && mobiledoc !== null && mobiledocToRelative(mobiledoc, siteUrl) === post.mobiledoc;
}
