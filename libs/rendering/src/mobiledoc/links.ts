import { element, type CardDocument, type CardElement } from './dom';

/** White space and control characters. Browsers ignore them at the start of a URL, and some of them also inside it. */
const IGNORED = /[\0-\x20]+/g;
const SCRIPT = /^(?:javascript|vbscript):/i;

/**
 * Renders the markup `a`, and prefixes script URLs with `unsafe:`. Takes time linear in the length of the URL. So it replaces the function
 * of the mobiledoc renderer, which takes quadratic time.
 */
export function renderLink(tagName: string, dom: CardDocument, attributes: Record<string, unknown>): CardElement {
  const link = element(dom, tagName, {});
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    link.setAttribute(name, name === 'href' ? prefixScriptUrl(text) : text);
  }
  return link;
}

/** Prefixes a script URL with `unsafe:`; other URLs are returned unchanged. */
export function prefixScriptUrl(url: string): string {
  return SCRIPT.test(url.replace(IGNORED, '')) ? `unsafe:${url}` : url;
}
