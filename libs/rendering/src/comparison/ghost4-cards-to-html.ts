import { ValidationError } from '@almanac/errors';
import { stringOf } from '../json';
import { mobiledocToLexical } from '../lexical/mobiledoc-to-lexical';
import { nodeType } from '../lexical/node-types';
import { singleSection } from '../lexical/single-section';
import { cards as mobiledocCards } from '../mobiledoc/cards/cards';
import { type Mobiledoc, parseMobiledocOrUndefined } from '../mobiledoc/parse-mobiledoc';
import { CARD_SECTION } from '../mobiledoc/type-numbers';

/** The names of the cards that the renderer of mobiledocs prints. */
const renderedCards: ReadonlySet<unknown> = new Set(mobiledocCards.map(({ name }) => name));

/** A mobiledoc in which html cards replaced some cards. */
export interface ConvertedDocument {
  /** The serialized mobiledoc. */
  document: string;
  /** The number of replaced cards. */
  htmlCards: number;
  /** The names of the cards that could not be rendered. These cards stay in the document, and readers do not see them. */
  unknownCards: string[];
}

/**
 * Replaces the cards that Ghost 4 added to mobiledoc, such as audio or toggle, by html cards. The renderer of mobiledocs prints
 * nothing for them, so their html comes from the renderer of lexical documents. This function is for documents without stored html.
 * For documents with stored html, `mobiledocMatchingHtml` keeps what readers saw.
 * @param document a serialized mobiledoc; any other text is returned unchanged
 * @param render renders a lexical document; throws ValidationError for a document that cannot be rendered
 */
export async function ghost4CardsToHtml(
  document: string,
  render: (lexical: string) => Promise<string>,
): Promise<ConvertedDocument> {
  const mobiledoc = parseMobiledocOrUndefined(document);
  const result: ConvertedDocument = { document, htmlCards: 0, unknownCards: [] };
  if (mobiledoc?.cards === undefined) return result;
  const cards: unknown[] = [];
  for (const [index, card] of mobiledoc.cards.entries()) {
    const html = renderedCards.has(nameOf(card)) ? '' : await htmlOf(index, mobiledoc, render);
    if (html === undefined) result.unknownCards.push(stringOf(nameOf(card)));
    if (html) result.htmlCards += 1;
    cards.push(html ? ['html', { html }] : card);
  }
  return result.htmlCards === 0 ? result : { ...result, document: JSON.stringify({ ...mobiledoc, cards }) };
}

function nameOf(card: unknown): unknown {
  return Array.isArray(card) ? card[0] : undefined;
}

/**
 * The html of a card, from the renderer of lexical documents.
 * @returns undefined if this renderer does not know the card or cannot render it; empty for a card that is not shown on the site
 */
async function htmlOf(
  index: number,
  mobiledoc: Mobiledoc,
  render: (lexical: string) => Promise<string>,
): Promise<string | undefined> {
  const name = nameOf(mobiledoc.cards?.[index]);
  if (typeof name !== 'string' || nodeType(name)?.group !== 'card') return undefined;
  try {
    const html = await render(mobiledocToLexical(JSON.stringify(singleSection([CARD_SECTION, index], mobiledoc))));
    return html.trim();
  } catch (error) {
    if (error instanceof ValidationError) return undefined;
    throw error;
  }
}
