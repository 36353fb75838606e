import { isRecord } from '../json';
import { assertRenderable } from '../mobiledoc/document-limits';
import { markdownBlocks } from '../mobiledoc/markdown';
import { BLANK_MOBILEDOC, type Mobiledoc, parseMobiledoc } from '../mobiledoc/parse-mobiledoc';
import { mobiledocToHtml } from '../mobiledoc/render-mobiledoc';
import { CARD_SECTION } from '../mobiledoc/type-numbers';
import { matchHtml, type MatchedDocument, type SourceFormat } from './match-html';
import type { PartOrHtml } from './keep-visible-blocks';

const MARKDOWN = 'markdown';
/** The two names under which Ghost stores markdown cards. */
const MARKDOWN_CARDS = new Set<unknown>([MARKDOWN, 'card-markdown']);

/** A section of text, the card of a card section, or one block of a markdown card. */
type MobiledocPart = { section: unknown[] } | { card: unknown[] } | { markdown: string };

const format: SourceFormat<MobiledocPart> = {
  partsOf: (document, { splitsMarkdown }) => partsOf(parseMobiledoc(document), splitsMarkdown),
  documentOf: (document, parts) => JSON.stringify(documentOf(parseOrBlank(document), parts)),
  render: async (document) => mobiledocToHtml(document),
};

/**
 * Changes a mobiledoc so that it renders to the published html, see {@link matchHtml}.
 * @param document a serialized mobiledoc; any other text is replaced by one html card
 * @param html the published html
 */
export function mobiledocMatchingHtml(document: string, html: string): Promise<MatchedDocument> {
  return matchHtml(format, document, html);
}

/** A mobiledoc of one markdown card. */
export function markdownAsMobiledoc(markdown: string): string {
  return JSON.stringify(documentOf(parseMobiledoc(BLANK_MOBILEDOC), [{ part: { markdown } }]));
}

/** A mobiledoc of one html card. */
export function htmlAsMobiledoc(html: string): string {
  return JSON.stringify(documentOf(parseMobiledoc(BLANK_MOBILEDOC), [{ html }]));
}

/** The parsed document; a blank one for text that is not a mobiledoc. The caller keeps its markups and atoms, and replaces its sections. */
function parseOrBlank(document: string): Mobiledoc {
  try {
    return parseMobiledoc(document);
  } catch {
    return parseMobiledoc(BLANK_MOBILEDOC);
  }
}

/** @throws ValidationError for a document beyond the limits of `assertRenderable` */
function partsOf(document: Mobiledoc, splitsMarkdown: boolean): MobiledocPart[] {
  assertRenderable(document);
  const { sections, cards } = document;
  return sections.flatMap((section): MobiledocPart[] => {
    const card = section[0] === CARD_SECTION ? cards?.[Number(section[1])] : undefined;
    if (!Array.isArray(card)) return [{ section }];
    const markdown = markdownOf(card);
    if (!splitsMarkdown || markdown === undefined) return [{ card }];
    return markdownBlocks(markdown).map((block) => ({ markdown: block }));
  });
}

/** The markdown of a markdown card; undefined for other cards. */
function markdownOf([name, payload]: unknown[]): string | undefined {
  if (!MARKDOWN_CARDS.has(name) || !isRecord(payload)) return undefined;
  return typeof payload.markdown === 'string' ? payload.markdown : undefined;
}

/** A copy of the document with these parts as its sections and cards. Neighbouring blocks of markdown become one card. */
function documentOf(document: Mobiledoc, parts: readonly PartOrHtml<MobiledocPart>[]): Mobiledoc {
  const cards: unknown[] = [];
  const sections: unknown[][] = [];
  const addCard = (card: unknown): void => void sections.push([CARD_SECTION, cards.push(card) - 1]);
  let markdown = '';
  const endMarkdown = (): void => {
    if (markdown !== '') addCard([MARKDOWN, { markdown }]);
    markdown = '';
  };
  for (const each of parts) {
    if ('part' in each && 'markdown' in each.part) {
      markdown += each.part.markdown;
      continue;
    }
    endMarkdown();
    if ('html' in each) addCard(['html', { html: each.html }]);
    else if ('card' in each.part) addCard(each.part.card);
    else if ('section' in each.part) sections.push(each.part.section);
  }
  endMarkdown();
  return { ...document, cards, sections };
}
