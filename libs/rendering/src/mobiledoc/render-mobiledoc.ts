import { ValidationError } from '@almanac/errors';
import atoms from '@tryghost/kg-default-atoms';
import MobiledocHtmlRenderer from '@tryghost/kg-mobiledoc-html-renderer';
import { cards } from './cards/cards';
import { assertRenderable, HtmlBudget } from './document-limits';
import type { Card, CardDocument, CardPayload, RenderScope } from './dom';
import { renderLink } from './links';
import { invalidStructure, parseMobiledoc, type Mobiledoc } from './parse-mobiledoc';

/**
 * These versions select the heading ids of the Ghost that wrote the document, so that existing links to them keep working.
 */
const GHOST_3 = '3.0';
const GHOST_4 = '4.0';

interface CardArgument {
  payload: unknown;
  env: { dom: CardDocument };
  options: RenderScope;
}

const renderer = new MobiledocHtmlRenderer({ cards: cards.map(asRendererCard), atoms });
renderer.options.markupElementRenderer = { A: renderLink };

/**
 * Renders a serialized mobiledoc to the same html as Ghost 3. A document with a `ghostVersion` of 4 or later has the heading ids of
 * that version.
 *
 * @returns html, empty for a document without content
 * @throws ValidationError when it is no mobiledoc, see {@link parseMobiledoc}, or exceeds a limit, see {@link assertRenderable}
 */
export function mobiledocToHtml(mobiledoc: string, dataPath?: string): string {
  const document = parseMobiledoc(mobiledoc, dataPath);
  assertRenderable(document);
  try {
    // A JSON string can contain a null character; html and PostgreSQL cannot.
    const isGhost4 = isOfGhost4(document);
    const scope = { ghostVersion: isGhost4 ? GHOST_4 : GHOST_3, budget: new HtmlBudget(), isGhost4 };
    const html = renderer.render(document, scope).replaceAll('\0', '');
    new HtmlBudget().spend(html.length);
    return html;
  } catch (cause) {
    if (cause instanceof ValidationError) throw cause;
    // The renderer throws for an unknown atom or an index without a card.
    throw invalidStructure(cause);
  }
}

/** Whether Ghost 4 or later wrote the document. */
export function isOfGhost4({ ghostVersion }: Mobiledoc): boolean {
  return Number.parseInt(String(ghostVersion ?? GHOST_3), 10) >= 4;
}

function asRendererCard(card: Card) {
  return {
    name: card.name,
    type: 'dom' as const,
    render: ({ payload, env, options }: CardArgument) =>
      card.render(isPayload(payload) ? payload : {}, env.dom, options),
  };
}

function isPayload(value: unknown): value is CardPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
