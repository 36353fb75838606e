import type { PostType } from '@almanac/entities';
import {
  BLANK_LEXICAL,
  BLANK_MOBILEDOC,
  htmlToMobiledoc,
  htmlToPlaintext,
  type LexicalRenderer,
  lexicalToRelative,
  mobiledocToHtml,
  mobiledocToRelative,
} from '@almanac/rendering';
import type { PostInput } from '@almanac/validation';

/**
 * The content of a post in its formats, with relative URLs. Empty content has no html and no plaintext.
 * If `lexical` is null, `mobiledoc` is the source. Otherwise `lexical` is the source, from which `mobiledoc` is derived. The
 * plaintext of a lexical document is formatted as in Ghost 5, that of a mobiledoc as in Ghost 3.
 */
export interface PostContent {
  lexical: string | null;
  mobiledoc: string;
  html: string | null;
  plaintext: string | null;
}

/** The methods of `LexicalRenderer` that this library calls. */
export type ContentRenderer = Pick<LexicalRenderer, 'render' | 'fromHtml' | 'mobiledocFromHtml'>;

/** The format to which `html` of an input is converted. */
export type FormatForHtml = 'lexical' | 'mobiledoc';

/** The content of an empty document, by the format of the source. */
export const BLANK_CONTENT: Readonly<Record<FormatForHtml, PostContent>> = {
  mobiledoc: { lexical: null, mobiledoc: BLANK_MOBILEDOC, html: null, plaintext: null },
  lexical: { lexical: BLANK_LEXICAL, mobiledoc: BLANK_MOBILEDOC, html: null, plaintext: null },
};

/**
 * The mobiledoc of an input; undefined when the input has none.
 * @param formatForHtml if it is `mobiledoc`, a non-empty `html` of the input takes precedence over its `mobiledoc`
 */
export function sourceMobiledoc(
  input: Pick<PostInput, 'html' | 'mobiledoc'>,
  formatForHtml: FormatForHtml | undefined,
): string | null | undefined {
  if (formatForHtml === 'mobiledoc' && input.html) return htmlToMobiledoc(input.html);
  return input.mobiledoc;
}

/**
 * Renders a mobiledoc, which becomes the source.
 * @param mobiledoc serialized; null or empty for a blank document
 * @throws ValidationError when it is not a mobiledoc, or exceeds a limit
 */
export function contentFromMobiledoc(type: PostType, mobiledoc: string | null, siteUrl: string): PostContent {
  if (!mobiledoc) return BLANK_CONTENT.mobiledoc;
  const relative = mobiledocToRelative(mobiledoc, siteUrl);
  const html = mobiledocToHtml(relative, `.${type}s[0].mobiledoc`);
  return { lexical: null, mobiledoc: relative, html: html || null, plaintext: htmlToPlaintext(html) || null };
}

/**
 * Renders a lexical document, which becomes the source, in the thread of the renderer.
 * @throws ValidationError if the document is invalid (with the path of the node that is not accepted) or exceeds a limit;
 *   MaintenanceError while the renderer is not available
 */
export async function contentFromLexical(
  renderer: ContentRenderer,
  type: PostType,
  lexical: string,
  siteUrl: string,
): Promise<PostContent> {
  if (lexical === BLANK_LEXICAL) return BLANK_CONTENT.lexical;
  const relative = lexicalToRelative(lexical, siteUrl);
  const { html, mobiledoc, plaintext } = await renderer.render(relative, `.${type}s[0].lexical`);
  return { lexical: relative, mobiledoc, html: html || null, plaintext: plaintext || null };
}
