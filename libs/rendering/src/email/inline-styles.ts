import { setImmediate as nextTurn } from 'node:timers/promises';

/** The approximate length of the html that one synchronous call processes. Between the calls, other work can use the thread. */
const MAX_CHARACTERS = 8_000;

/**
 * Copies the rules of a style sheet into the `style` attributes of the elements. Yields to the event loop between chunks.
 * @param parts html in which every element is complete
 * @returns the html in larger parts
 */
export async function inlineStyles(parts: readonly string[], css: string): Promise<string[]> {
  // Loaded on first use: juice takes 200 ms and 20 MB.
  const { default: juice } = await import('juice');
  const inlined: string[] = [];
  for (const chunk of chunksOf(parts)) {
    inlined.push(juice.inlineContent(chunk, css, { inlinePseudoElements: false }));
    await nextTurn();
  }
  return inlined;
}

/** The parts, joined to chunks of about `MAX_CHARACTERS`. */
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
