import { ValidationError } from '@almanac/errors';
import atoms from '@tryghost/kg-default-atoms';
import MobiledocHtmlRenderer from '@tryghost/kg-mobiledoc-html-renderer';
import { isRecord } from '../json';
import { cards } from './cards/cards';
import { assertRenderable, HtmlBudget } from './document-limits';
import type { Card, CardDocument, RenderScope } from './dom';
import { renderLink } from './links';
import { invalidStructure, parseMobiledoc, type Mobiledoc } from './parse-mobiledoc';

/** The renderer makes the heading ids of the Ghost version that wrote the document, so that existing links to them keep working. */
const GHOST_3 = '3.0';
const GHOST_4 = '4.0';

/** The argument with which the renderer of Ghost calls a card. */
interface CardArgument {
  payload: unknown;
  env: { dom: CardDocument };
  options: RenderScope;
}

const renderer = new MobiledocHtmlRenderer({ cards: cards.map(asRendererCard), atoms });
renderer.options.markupElementRenderer = { A: renderLink };

/**
 * Renders a serialized mobiledoc to the same html as Ghost 3. A document with a `ghostVersion` of 4 or later gets the heading ids and
 * the markdown syntax of Ghost 4.
 *
 * @param dataPath the path of the document in the request body, for the error, e.g. `.posts[0].mobiledoc`
 * @returns html, empty for a document without content
 * @throws ValidationError when the text is not a mobiledoc, see {@link parseMobiledoc}, or exceeds a limit, see {@link assertRenderable}
 */
export function mobiledocToHtml(mobiledoc: string, dataPath?: string): string {
  const document = parseMobiledoc(mobiledoc, dataPath);
  assertRenderable(document);
  try {
    const isGhost4 = isOfGhost4(document);
    const scope = { ghostVersion: isGhost4 ? GHOST_4 : GHOST_3, budget: new HtmlBudget(), isGhost4 };
    // A JSON string can contain NUL and half of a surrogate pair; PostgreSQL can store neither of them.
    const html = renderer.render(document, scope).replaceAll('\0', '').toWellFormed();
    // The budget in `scope` counts only the html of markdown; this new budget limits the whole html.
    new HtmlBudget().spend(html.length);
    return html;
  } catch (cause) {
    if (cause instanceof ValidationError) throw cause;
    // The renderer throws for an unknown atom, and for the index of a card that does not exist.
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
      card.render(isRecord(payload) ? payload : {}, env.dom, options),
  };
}
