import { ValidationError } from '@almanac/errors';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepVisibleBlocks, type PartOrHtml, type PublishedHtml, type RenderedPart } from './keep-visible-blocks';
import { haveEqualVisibleBlocks, MARKER, visibleBlocks } from './visible-blocks';

/** A document whose rendered html looks the same as its published html. */
export interface MatchedDocument {
  /** The serialized document. */
  document: string;
  /** The number of html cards that replace parts of the document. */
  htmlCards: number;
  /** Whether parts of the document were left out, because the published html does not contain them. False if html cards replaced parts. */
  hasOmittedParts: boolean;
  /** Whether one html card replaces the whole document. */
  isOneHtmlCard: boolean;
}

/** Functions that split, join and render documents of one format, e.g. mobiledoc. */
export interface SourceFormat<Part> {
  /**
   * Splits a document into parts.
   * @param options `splitsMarkdown`: whether each block of a markdown card is a part of its own
   * @throws ValidationError for a document without the structure of the format
   */
  partsOf(document: string, options: { splitsMarkdown: boolean }): Part[];
  /** Joins parts and html to a document, with an html card for each html. The first parameter is the document that was split. */
  documentOf(document: string, parts: readonly PartOrHtml<Part>[]): string;
  /** Renders a document to html. @throws ValidationError for a document that cannot be rendered */
  render(document: string): Promise<string>;
}

const MARKER_COMMENT = `<!--${MARKER}-->`;

/**
 * Changes a document so that its rendered html looks the same as its published html. If a part of the
 * document renders differently, an html card replaces it. The smallest possible part is replaced: a block
 * of markdown, a section or card, or the whole document. Yields to the event loop between the steps.
 *
 * @param html the published html, which readers of the post saw
 */
export async function matchHtml<Part>(
  format: SourceFormat<Part>,
  document: string,
  html: string,
): Promise<MatchedDocument> {
  if (await rendersTo(format, document, html))
    return { document, htmlCards: 0, hasOmittedParts: false, isOneHtmlCard: false };
  const asOneCard = (): MatchedDocument => ({
    document: format.documentOf(document, [{ html }]),
    htmlCards: 1,
    hasOmittedParts: false,
    isOneHtmlCard: true,
  });
  const blocks = visibleBlocks(html);
  if (blocks === undefined) return asOneCard();
  await nextTurn();
  for (const splitsMarkdown of [true, false]) {
    const parts = await replaceDifferentParts(format, document, { html, blocks }, { splitsMarkdown });
    if (parts === undefined) continue;
    const candidate = format.documentOf(document, parts);
    await nextTurn();
    if (await rendersTo(format, candidate, html)) {
      const htmlCards = parts.filter((part) => 'html' in part).length;
      // The whole document does not render to the html, so a candidate without html cards has fewer parts.
      const hasOmittedParts = htmlCards === 0;
      return {
        document: candidate,
        htmlCards,
        hasOmittedParts,
        isOneHtmlCard: htmlCards > 0 && htmlCards === parts.length,
      };
    }
  }
  return asOneCard();
}

/** Whether the document can be rendered, and looks the same as the html to a reader. */
async function rendersTo<Part>(format: SourceFormat<Part>, document: string, html: string): Promise<boolean> {
  const rendered = await undefinedIfInvalid(() => format.render(document));
  await nextTurn();
  return rendered !== undefined && haveEqualVisibleBlocks(rendered, html);
}

/**
 * Splits the document into parts, and replaces those that render differently by the published html.
 * @returns undefined for a document that is invalid, or cannot be compared with the html
 */
async function replaceDifferentParts<Part>(
  format: SourceFormat<Part>,
  document: string,
  published: PublishedHtml,
  options: { splitsMarkdown: boolean },
): Promise<PartOrHtml<Part>[] | undefined> {
  return undefinedIfInvalid(async () => {
    const parts = format.partsOf(document, options);
    // A marker after each part shows in the rendered html where the part ends.
    const marked = parts.flatMap((part): PartOrHtml<Part>[] => [{ part }, { html: MARKER_COMMENT }]);
    await nextTurn();
    const rendered = await format.render(format.documentOf(document, marked));
    await nextTurn();
    const renderedParts = splitAtMarkers(parts, rendered);
    await nextTurn();
    return renderedParts && keepVisibleBlocks(renderedParts, published);
  });
}

/**
 * Groups the signatures of the rendered blocks by the part from which the blocks come. Blocks that look alike have equal signatures.
 * @param html the rendered html, with a marker after each part
 * @returns undefined if markup that spans several parts hides a marker, or the html is too large to compare
 */
function splitAtMarkers<Part>(parts: readonly Part[], html: string): RenderedPart<Part>[] | undefined {
  const groups: string[][] = [[]];
  for (const { signature } of visibleBlocks(html) ?? []) {
    if (signature === MARKER_COMMENT) groups.push([]);
    else groups.at(-1)?.push(signature);
  }
  if (groups.length !== parts.length + 1) return undefined;
  return parts.map((part, index) => ({ part, signatures: groups[index] ?? [] }));
}

/** Runs the work. @returns its result; undefined if it throws ValidationError */
async function undefinedIfInvalid<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError) return undefined;
    throw error;
  }
}
