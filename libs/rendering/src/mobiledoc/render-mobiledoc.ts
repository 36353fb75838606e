import { ValidationError } from '@almanac/errors';
import atoms from '@tryghost/kg-default-atoms';
import MobiledocHtmlRenderer from '@tryghost/kg-mobiledoc-html-renderer';
import { cards } from './cards/cards';
import { assertRenderable, HtmlBudget } from './document-limits';
import type { Card, CardDocument, CardPayload } from './dom';
import { renderLink } from './links';
import { invalidStructure, parseMobiledoc } from './parse-mobiledoc';

/** Selects the heading ids of Ghost 3, so that existing links to them keep working. */
const GHOST_VERSION = '3.0';

interface CardArgument {
  payload: unknown;
  env: { dom: CardDocument };
  options: { budget: HtmlBudget };
}

const renderer = new MobiledocHtmlRenderer({ cards: cards.map(asRendererCard), atoms });
renderer.options.markupElementRenderer = { A: renderLink };

/**
 * Renders a serialized mobiledoc to the same html as Ghost 3.
 *
 * @returns html, empty for a document without content
 * @throws ValidationError when it is no mobiledoc, see {@link parseMobiledoc}, or exceeds a limit, see {@link assertRenderable}
 */
export function mobiledocToHtml(mobiledoc: string, dataPath?: string): string {
  const document = parseMobiledoc(mobiledoc, dataPath);
  assertRenderable(document);
  try {
    // A JSON string can contain a null character; html and PostgreSQL cannot.
    const html = renderer
      .render(document, { ghostVersion: GHOST_VERSION, budget: new HtmlBudget() })
      .replaceAll('\0', '');
    new HtmlBudget().take(html.length);
    return html;
  } catch (cause) {
    if (cause instanceof ValidationError) throw cause;
    // The renderer throws for an unknown atom or an index without a card.
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
