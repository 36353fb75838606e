import createDOMPurify from 'dompurify';
import { JSDOM, VirtualConsole } from 'jsdom';

/**
 * The one DOM of the thread, because creating a DOM takes about 20 ms. It runs no scripts and loads no resources. Its console prints
 * nothing; otherwise it would print an error for each invalid style of a document.
 */
export const dom = new JSDOM('', { virtualConsole: new VirtualConsole() });

// For each DOM document, e.g. the parsed html of a caption, the selector engine of jsdom adds listeners to the window and never removes
// them, so the thread would become slower and slower. The window ignores new listeners; the thread needs none, because it runs no scripts.
Object.defineProperty(dom.window, 'addEventListener', { value: () => undefined });

const purifier = createDOMPurify(dom.window);

/** `<` before a character with which a tag or comment can start. */
const MARKUP = /<[a-z!/?]/i;

/** Removes script elements, frames, event handlers and script URLs from the html of a text field of a card, e.g. of a toggle. */
export function sanitizeHtml(html: string): string {
  if (!MARKUP.test(html)) return html;
  return purifier.sanitize(html, { USE_PROFILES: { html: true }, ADD_ATTR: ['target'] });
}
