import { setImmediate as nextTurn } from 'node:timers/promises';

/** The approximate length, in UTF-16 units, of the html that one synchronous call processes. Between the calls, other work can run. */
const MAX_CHARACTERS = 8_000;

/**
 * `decodeStyleAttributes` is on, because juice would otherwise drop values with quotes, which are entities in attributes.
 * `resolveCSSVariables` is off. Otherwise juice would put the text of a variable into a value, and the value could become unsafe. It would
 * also not end if a variable refers to itself.
 */
const OPTIONS = { inlinePseudoElements: false, decodeStyleAttributes: true, resolveCSSVariables: false };

/**
 * Copies the rules of a style sheet into the `style` attributes of the elements. Yields to the event loop between chunks.
 * @param parts parts of html that contain only complete elements
 * @returns the html in the same order, in fewer and longer parts
 */
export async function inlineStyles(parts: readonly string[], css: string): Promise<string[]> {
  // Loaded on first use, because loading juice takes about 200 ms and 20 MB.
  const { default: juice } = await import('juice');
  const inlined: string[] = [];
  for (const chunk of chunksOf(parts)) {
    inlined.push(juice.inlineContent(chunk, css, OPTIONS));
    await nextTurn();
  }
  return inlined;
}

/** Joins the parts to chunks of at most `MAX_CHARACTERS`; a longer part is a chunk of its own. */
function chunksOf(parts: readonly string[]): string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const part of parts) {
    if (chunk !== '' && chunk.length + part.length > MAX_CHARACTERS) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += part;
  }
  return chunk === '' ? chunks : [...chunks, chunk];
}
