import createDOMPurify from 'dompurify';
import { JSDOM, VirtualConsole } from 'jsdom';

/**
 * The DOM of the thread; creating one takes 20 ms. It runs no scripts and loads nothing. Its console is silent: it would
 * print an error for each invalid style of a document.
 */
export const dom = new JSDOM('', { virtualConsole: new VirtualConsole() });

// The selector engine of jsdom adds listeners to the window for each document, e.g. one for each caption, and never removes them:
// the thread would become slower with each document. Without scripts nothing listens.
Object.defineProperty(dom.window, 'addEventListener', { value: () => undefined });

const purifier = createDOMPurify(dom.window);

/** A character that starts a tag or comment follows. */
const MARKUP = /<[a-z!/?]/i;

/** Removes scripts from html of a small editor inside a card: script elements, frames, event handlers and script URLs. */
export function withoutScripts(html: string): string {
  if (!MARKUP.test(html)) return html;
  return purifier.sanitize(html, { USE_PROFILES: { html: true }, ADD_ATTR: ['target'] });
}
