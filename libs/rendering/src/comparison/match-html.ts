import { ValidationError } from '@almanac/errors';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepVisibleBlocks, type PartOrHtml, type PublishedHtml, type RenderedPart } from './keep-visible-blocks';
import { looksTheSame, MARKER, visibleBlocks } from './visible-blocks';

/** A document that renders to its published html. */
export interface MatchedDocument {
  /** Serialized. */
  document: string;
  /** The number of html cards that replace parts of the document. */
  htmlCards: number;
  /** Whether parts that the published html does not contain were left out without an html card in their place. */
  leavesPartsOut: boolean;
  /** Whether one html card replaces the whole document. */
  isOneHtmlCard: boolean;
}

/** Functions that split, join and render documents of one format, e.g. mobiledoc. */
export interface SourceFormat<Part> {
  /**
   * @param options `splitsMarkdown`: each block of a markdown card is a part of its own
   * @throws ValidationError for a document without the structure of the format
   */
  partsOf(document: string, options: { splitsMarkdown: boolean }): Part[];
  /** A document of these parts and html cards. The first parameter is the document that the parts come from. */
  documentOf(document: string, parts: readonly PartOrHtml<Part>[]): string;
  /** @throws ValidationError for a document that cannot be rendered */
  render(document: string): Promise<string>;
}

const MARKER_COMMENT = `<!--${MARKER}-->`;

/**
 * Changes a document so that it renders to its published html. Where its rendering differs, the smallest part that can be isolated
 * becomes an html card: a block of markdown, a section or card, or the whole document. Each step takes up to 20 ms for 300 kB;
 * between the steps it yields to the event loop.
 *
 * @param html the html that readers of the post saw
 */
export async function matchHtml<Part>(
  format: SourceFormat<Part>,
  document: string,
  html: string,
): Promise<MatchedDocument> {
  if (await rendersTo(format, document, html))
    return { document, htmlCards: 0, leavesPartsOut: false, isOneHtmlCard: false };
  const asOneCard = (): MatchedDocument => ({
    document: format.documentOf(document, [{ html }]),
    htmlCards: 1,
    leavesPartsOut: false,
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
      const leavesPartsOut = htmlCards === 0;
      return {
        document: candidate,
        htmlCards,
        leavesPartsOut,
        isOneHtmlCard: htmlCards > 0 && htmlCards === parts.length,
      };
    }
  }
  return asOneCard();
}

async function rendersTo<Part>(format: SourceFormat<Part>, document: string, html: string): Promise<boolean> {
  const rendered = await undefinedIfInvalid(() => format.render(document));
  await nextTurn();
  return rendered !== undefined && looksTheSame(rendered, html);
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
 * The blocks of the rendered html, as signatures, grouped by the part that they come from.
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

/** The result of the work; undefined if it throws ValidationError. */
async function undefinedIfInvalid<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ValidationError) return undefined;
    throw error;
  }
}
