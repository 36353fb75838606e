import { assertRenderable } from '../mobiledoc/document-limits';
import { markdownBlocks } from '../mobiledoc/markdown';
import { BLANK_MOBILEDOC, type Mobiledoc, parseMobiledoc } from '../mobiledoc/parse-mobiledoc';
import { mobiledocToHtml } from '../mobiledoc/render-mobiledoc';
import { matchSeenHtml, type SeenDocument, type SourceFormat } from './match-seen-html';
import type { KeptPart } from './keep-visible-blocks';

const CARD_SECTION = 10;
const MARKDOWN = 'markdown';
const MARKDOWN_CARDS = new Set<unknown>([MARKDOWN, 'card-markdown']);

/** A section that is no card, a card, or a block of a markdown card. */
type MobiledocPart = { section: unknown[] } | { card: unknown[] } | { markdown: string };

const format: SourceFormat<MobiledocPart> = {
  partsOf: (document, { splitsMarkdown }) => partsOf(parseMobiledoc(document), splitsMarkdown),
  documentOf: (document, parts) => JSON.stringify(documentOf(base(document), parts)),
  render: async (document) => mobiledocToHtml(document),
};

/**
 * A mobiledoc that renders to the html that readers saw, see {@link matchSeenHtml}.
 * @param document serialized; any text
 */
export function mobiledocAsSeen(document: string, html: string): Promise<SeenDocument> {
  return matchSeenHtml(format, document, html);
}

/** A mobiledoc of one markdown card that renders to the html that readers saw. */
export function markdownAsSeen(markdown: string, html: string | null): Promise<SeenDocument> {
  const document = JSON.stringify(documentOf(parseMobiledoc(BLANK_MOBILEDOC), [{ part: { markdown } }]));
  const unchanged: SeenDocument = { document, htmlCards: 0, isWhole: false };
  return html === null ? Promise.resolve(unchanged) : mobiledocAsSeen(document, html);
}

/** A mobiledoc of one html card. */
export function htmlAsMobiledoc(html: string): string {
  return JSON.stringify(documentOf(parseMobiledoc(BLANK_MOBILEDOC), [{ html }]));
}

/** The document whose markups and atoms are used; a blank one for text that is no mobiledoc. */
function base(document: string): Mobiledoc {
  try {
    return parseMobiledoc(document);
  } catch {
    return parseMobiledoc(BLANK_MOBILEDOC);
  }
}

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

function markdownOf([name, payload]: unknown[]): string | undefined {
  if (!MARKDOWN_CARDS.has(name) || typeof payload !== 'object' || payload === null) return undefined;
  return 'markdown' in payload && typeof payload.markdown === 'string' ? payload.markdown : undefined;
}

/** Blocks of markdown that follow each other become one card. */
function documentOf(document: Mobiledoc, parts: readonly KeptPart<MobiledocPart>[]): Mobiledoc {
  const cards: unknown[] = [];
  const sections: unknown[][] = [];
  const addCard = (card: unknown): void => void sections.push([CARD_SECTION, cards.push(card) - 1]);
  let markdown = '';
  const endMarkdown = (): void => {
    if (markdown !== '') addCard([MARKDOWN, { markdown }]);
    markdown = '';
  };
  for (const kept of parts) {
    if ('part' in kept && 'markdown' in kept.part) {
      markdown += kept.part.markdown;
      continue;
    }
    endMarkdown();
    if ('html' in kept) addCard(['html', { html: kept.html }]);
    else if ('card' in kept.part) addCard(kept.part.card);
    else if ('section' in kept.part) sections.push(kept.part.section);
  }
  endMarkdown();
  return { ...document, cards, sections };
}
