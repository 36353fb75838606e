import { ValidationError } from '@almanac/errors';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepVisibleBlocks, type KeptPart, type RenderedPart } from './keep-visible-blocks';
import { looksTheSame, MARKER, visibleBlocks } from './visible-blocks';

/** A document that renders to its published html. */
export interface MatchedDocument {
  document: string;
  /** The number of html cards that replace parts of the document; 0 when it is unchanged. */
  htmlCards: number;
  /** Whether one html card replaces the whole document. */
  isWhole: boolean;
}

/** Splits, joins and renders documents of one format. */
export interface SourceFormat<Part> {
  /** @throws ValidationError for a document without the structure of the format */
  partsOf(document: string, options: { splitsMarkdown: boolean }): Part[];
  /** A document of parts and html cards. */
  documentOf(document: string, parts: readonly KeptPart<Part>[]): string;
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
  if (await rendersTo(format, document, html)) return { document, htmlCards: 0, isWhole: false };
  const blocks = visibleBlocks(html);
  await nextTurn();
  for (const splitsMarkdown of blocks === undefined ? [] : [true, false]) {
    const kept = await keptParts(format, document, { html, blocks: blocks ?? [] }, splitsMarkdown);
    if (kept === undefined) continue;
    const candidate = format.documentOf(document, kept);
    await nextTurn();
    if (await rendersTo(format, candidate, html)) {
      const htmlCards = kept.filter((part) => 'html' in part).length;
      return { document: candidate, htmlCards, isWhole: htmlCards === kept.length };
    }
  }
  return { document: format.documentOf(document, [{ html }]), htmlCards: 1, isWhole: true };
}

async function rendersTo<Part>(format: SourceFormat<Part>, document: string, html: string): Promise<boolean> {
  const rendered = await undefinedIfInvalid(() => format.render(document));
  await nextTurn();
  return rendered !== undefined && looksTheSame(rendered, html);
}

async function keptParts<Part>(
  format: SourceFormat<Part>,
  document: string,
  published: Parameters<typeof keepVisibleBlocks>[1],
  splitsMarkdown: boolean,
): Promise<KeptPart<Part>[] | undefined> {
  return undefinedIfInvalid(async () => {
    const parts = format.partsOf(document, { splitsMarkdown });
    const marked = parts.flatMap((part): KeptPart<Part>[] => [{ part }, { html: MARKER_COMMENT }]);
    await nextTurn();
    const rendered = await format.render(format.documentOf(document, marked));
    await nextTurn();
    const renderedParts = splitAtMarkers(parts, rendered);
    await nextTurn();
    return renderedParts && keepVisibleBlocks(renderedParts, published);
  });
}

/**
 * Groups the signatures of the blocks by the parts that rendered them.
 * @returns undefined if markup that spans several parts hides a marker
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
