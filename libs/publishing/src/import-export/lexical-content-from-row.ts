import { AlmanacError, ValidationError } from '@almanac/errors';
import {
  assertLexical,
  lexicalMatchingHtml,
  type LexicalTools,
  type RenderedLexical,
  type MatchedDocument,
  withoutUnknownNodes,
} from '@almanac/rendering';
import type { ContentRenderer, PostContent } from '../posts/post-content';
import { changesOf, type ImportedContent } from './imported-content';

/** Maximum wait of a document for the renderer. With the shorter limit of requests, an import into a busy site would lose content. */
const MAX_WAIT_MS = 20 * 60_000;
const PATH = '.posts[0].lexical';

/**
 * The content of a post with a lexical document. Parts that Almanac would render differently from the html that readers saw become
 * html cards.
 * @param lexical the document, with relative URLs; it may be invalid
 * @param html the html that readers saw; null for a post that was never rendered
 * @returns undefined if the document cannot be rendered
 */
export async function lexicalContentMatchingHtml(
  lexical: string,
  html: string | null,
  renderer: ContentRenderer,
): Promise<ImportedContent | undefined> {
  const cachedRenderer = new CachedLexicalRenderer(renderer);
  try {
    const { document, removed, ...matched } = await matchLexical(lexical, html, cachedRenderer);
    const content = contentOf(document, await cachedRenderer.rendered(document));
    const changes = changesOf({ document, ...matched });
    if (removed > 0) {
      const parts = removed === 1 ? 'One unknown part of the post is' : `${removed} unknown parts of the post are`;
      changes.push({ change: 'content-unreadable', detail: `${parts} left out.` });
    }
    return { content, changes };
  } catch (error) {
    if (error instanceof AlmanacError) return undefined;
    throw error;
  }
}

/** The document with html cards for parts that would render differently. `removed`: the number of unknown nodes that were left out. */
async function matchLexical(
  lexical: string,
  html: string | null,
  tools: LexicalTools,
): Promise<MatchedDocument & { removed: number }> {
  if (html !== null) return { ...(await lexicalMatchingHtml(lexical, html, tools)), removed: 0 };
  const unchanged = { document: lexical, htmlCards: 0, hasOmittedParts: false, isOneHtmlCard: false, removed: 0 };
  try {
    tools.assert(lexical);
    return unchanged;
  } catch (error) {
    if (error instanceof ValidationError) return { ...unchanged, ...withoutUnknownNodes(lexical, tools) };
    throw error;
  }
}

function contentOf(lexical: string, { html, mobiledoc, plaintext }: RenderedLexical): PostContent {
  return { lexical, mobiledoc, html: html || null, plaintext: plaintext || null };
}

/** Renders lexical documents, and caches the last result: the same document is first rendered for a comparison, then for storage. */
export class CachedLexicalRenderer implements LexicalTools {
  #document?: string;
  #rendered?: RenderedLexical;

  constructor(private readonly renderer: ContentRenderer) {}

  readonly render = async (document: string): Promise<string> => (await this.rendered(document)).html;

  readonly assert = (document: string): void => assertLexical(document, PATH);

  /** @throws ValidationError for every AlmanacError of the renderer, also if it ended or took too long */
  async rendered(document: string): Promise<RenderedLexical> {
    if (this.#document === document && this.#rendered) return this.#rendered;
    try {
      this.#rendered = await this.renderer.render(document, PATH, MAX_WAIT_MS);
    } catch (cause) {
      if (cause instanceof AlmanacError) throw new ValidationError('The document cannot be rendered.', { cause });
      throw cause;
    }
    this.#document = document;
    return this.#rendered;
  }
}
