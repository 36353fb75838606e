import { ValidationError } from '@almanac/errors';
import atoms from '@tryghost/kg-default-atoms';
import MobiledocHtmlRenderer from '@tryghost/kg-mobiledoc-html-renderer';
import { cards } from './cards/cards';
import { assertRenderable, HtmlBudget } from './document-limits';
import type { Card, CardDocument, CardPayload } from './dom';
import { renderLink } from './links';
import { invalidStructure, parseMobiledoc } from './parse-mobiledoc';

/** Chooses the heading ids of that generation: links to them are out in the world. */
const GHOST_VERSION = '3.0';

interface CardArgument {
  payload: unknown;
  env: { dom: CardDocument };
  options: { budget: HtmlBudget };
}

const renderer = new MobiledocHtmlRenderer({ cards: cards.map(asRendererCard), atoms });
renderer.options.markupElementRenderer = { A: renderLink };

/**
 * Renders a serialized mobiledoc to the html that Ghost 3 printed for it.
 *
 * @returns html, empty for a document without content
 * @throws ValidationError when it is no mobiledoc, see {@link parseMobiledoc}, or one that passes a limit, see
 * {@link assertRenderable}
 */
export function mobiledocToHtml(mobiledoc: string, dataPath?: string): string {
  const document = parseMobiledoc(mobiledoc, dataPath);
  assertRenderable(document);
  try {
    // No html holds a null character, though a text in JSON may spell one.
    const html = renderer
      .render(document, { ghostVersion: GHOST_VERSION, budget: new HtmlBudget() })
      .replaceAll('\0', '');
    new HtmlBudget().take(html.length);
    return html;
  } catch (cause) {
    if (cause instanceof ValidationError) throw cause;
    // The renderer's refusal is the definition of a wrong structure: an unknown atom, an index without a card.
    throw invalidStructure(cause);
  }
}

function asRendererCard(card: Card) {
  return {
    name: card.name,
    type: 'dom' as const,
    render: ({ payload, env, options }: CardArgument) =>
      card.render(isPayload(payload) ? payload : {}, env.dom, options.budget),
  };
}

function isPayload(value: unknown): value is CardPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
