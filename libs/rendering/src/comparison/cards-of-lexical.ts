import { ValidationError } from '@almanac/errors';
import { mobiledocToLexical } from '../lexical/mobiledoc-to-lexical';
import { nodeType } from '../lexical/node-types';
import { singleSection } from '../lexical/single-section';
import { cards as rendered } from '../mobiledoc/cards/cards';
import { type Mobiledoc, parseMobiledocOrUndefined } from '../mobiledoc/parse-mobiledoc';

const CARD_SECTION = 10;
const renderedCards: ReadonlySet<unknown> = new Set(rendered.map(({ name }) => name));

/** A mobiledoc of which some cards became html cards. */
export interface DocumentWithCards {
  document: string;
  htmlCards: number;
  /** The names of the cards that have no form, and stay in the document without being shown. */
  unknownCards: string[];
}

/**
 * A mobiledoc that shows the cards that Ghost 4 added, such as audio or toggle: mobiledoc prints nothing for them, so that each is the
 * html card of its form in lexical. For a document that was never rendered.
 * @param document serialized; any text
 * @param render renders a lexical document; throws ValidationError for one that cannot be rendered
 */
export async function withCardsOfLexical(
  document: string,
  render: (lexical: string) => Promise<string>,
): Promise<DocumentWithCards> {
  const mobiledoc = parseMobiledocOrUndefined(document);
  const result: DocumentWithCards = { document, htmlCards: 0, unknownCards: [] };
  const hidden = mobiledoc?.cards?.filter((card) => !renderedCards.has(nameOf(card))) ?? [];
  if (mobiledoc === undefined || hidden.length === 0) return result;
  const cards: unknown[] = [];
  for (const [index, card] of mobiledoc.cards.entries()) {
    const html = hidden.includes(card) ? await htmlOf(index, mobiledoc, render) : '';
    if (html === undefined) result.unknownCards.push(String(nameOf(card)));
    if (html) result.htmlCards += 1;
    cards.push(html ? ['html', { html }] : card);
  }
  return result.htmlCards === 0 ? result : { ...result, document: JSON.stringify({ ...mobiledoc, cards }) };
}

function nameOf(card: unknown): unknown {
  return Array.isArray(card) ? card[0] : undefined;
}

/** @returns undefined for a card that lexical does not know either, or cannot render; empty for one that pages never show */
async function htmlOf(
  index: number,
  mobiledoc: Mobiledoc,
  render: (lexical: string) => Promise<string>,
): Promise<string | undefined> {
  const name = nameOf(mobiledoc.cards[index]);
  if (typeof name !== 'string' || nodeType(name)?.group !== 'card') return undefined;
  try {
    const html = await render(mobiledocToLexical(JSON.stringify(singleSection([CARD_SECTION, index], mobiledoc))));
    return html.trim();
  } catch (error) {
    if (error instanceof ValidationError) return undefined;
    throw error;
  }
}
