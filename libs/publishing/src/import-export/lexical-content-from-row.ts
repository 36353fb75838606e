import { AlmanacError, ValidationError } from '@almanac/errors';
import {
  assertLexical,
  lexicalAsSeen,
  type LexicalTools,
  type RenderedLexical,
  type SeenDocument,
  withoutUnknownNodes,
} from '@almanac/rendering';
import type { ContentRenderer, PostContent } from '../posts/post-content';
import { changesOf, type ImportedContent } from './imported-content';

/** An import waits for all documents of requests; otherwise a busy site would lose posts. */
const MAX_WAIT_MS = 1_200_000;
const PATH = '.posts[0].lexical';

/**
 * The content of a lexical document that renders to the html that readers saw.
 * @param lexical with relative URLs; any text
 * @param html the html that readers saw; null for a post that was never rendered
 * @returns undefined where the document cannot be rendered
 */
export async function lexicalContentAsSeen(
  lexical: string,
  html: string | null,
  renderer: ContentRenderer,
): Promise<ImportedContent | undefined> {
  const renders = new RememberedRenders(renderer);
  try {
    const { document, removed, ...seen } = await seenLexical(lexical, html, renders);
    const content = contentOf(document, await renders.rendered(document));
    const changes = changesOf({ document, ...seen });
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

async function seenLexical(
  lexical: string,
  html: string | null,
  tools: LexicalTools,
): Promise<SeenDocument & { removed: number }> {
  if (html !== null) return { ...(await lexicalAsSeen(lexical, html, tools)), removed: 0 };
  const unchanged = { document: lexical, htmlCards: 0, isWhole: false, removed: 0 };
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

/** Renders lexical documents. The last one is remembered, because a document is rendered to compare it, and then to store it. */
export class RememberedRenders implements LexicalTools {
  #document?: string;
  #rendered?: RenderedLexical;

  constructor(private readonly renderer: ContentRenderer) {}

  readonly render = async (document: string): Promise<string> => (await this.rendered(document)).html;

  readonly assert = (document: string): void => assertLexical(document, PATH);

  /** @throws ValidationError, also where the renderer ended or took too long: the document is the reason. */
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
