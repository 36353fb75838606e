import type { PostType } from '@almanac/entities';
import {
  BLANK_MOBILEDOC,
  htmlToMobiledoc,
  htmlToPlaintext,
  mobiledocToHtml,
  mobiledocToRelative,
} from '@almanac/rendering';
import type { PostInput } from '@almanac/validation';

/** A text in its three forms, with the site's own URLs relative. An empty text has no html and no plaintext. */
export interface PostContent {
  mobiledoc: string;
  html: string | null;
  plaintext: string | null;
}

/** `html`: the input's `html` is the source, where it is not empty; it wins over a mobiledoc beside it. */
export type ContentSource = 'html' | 'mobiledoc';

/**
 * The mobiledoc an input brings; undefined when it brings none.
 * Pages do not know the html source.
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
 * @param mobiledoc serialized; null or empty stands for a blank document
 * @throws ValidationError when it is not a mobiledoc
 */
export function contentFrom(type: PostType, mobiledoc: string | null, siteUrl: string): PostContent {
  if (!mobiledoc) return { mobiledoc: BLANK_MOBILEDOC, html: null, plaintext: null };
  const relative = mobiledocToRelative(mobiledoc, siteUrl);
  const html = mobiledocToHtml(relative, `.${type}s[0].mobiledoc`);
  return { mobiledoc: relative, html: html || null, plaintext: htmlToPlaintext(html) || null };
}

/** Whether a mobiledoc is the stored one, so that a document that was stored before there were limits can be sent back. */
export function isStored(
  post: { mobiledoc: string | null; html: string | null },
  mobiledoc: string | null,
  siteUrl: string,
): boolean {
  return post.html !== null && mobiledoc !== null && mobiledocToRelative(mobiledoc, siteUrl) === post.mobiledoc;
}
