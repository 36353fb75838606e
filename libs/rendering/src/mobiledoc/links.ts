import { element, type CardDocument, type CardElement } from './dom';

/** White space and control characters, which browsers leave out of the beginning of an address. */
const IGNORED = /[\0-\x20]+/g;
const SCRIPT = /^(?:javascript|vbscript):/i;
/** A scheme with everything that a browser would ignore in it is hardly longer. */
const LOOKED_AT = 1_000;

/**
 * Renders the markup `a` in time linear in the length of its address; the renderer's own search for the scheme takes time
 * quadratic in it.
 */
export function renderLink(tagName: string, dom: CardDocument, attributes: Record<string, unknown>): CardElement {
  const link = element(dom, tagName, {});
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    link.setAttribute(name, name === 'href' ? harmlessAddress(text) : text);
  }
  return link;
}

function harmlessAddress(address: string): string {
  return SCRIPT.test(address.slice(0, LOOKED_AT).replace(IGNORED, '')) ? `unsafe:${address}` : address;
}
