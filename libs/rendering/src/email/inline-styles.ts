import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer parts are inlined one after another, so that no part uses the thread for long. */
const MAX_CHARACTERS = 8_000;

/** Copies the rules of a style sheet into the elements of each part of a document. Other work runs between the parts. */
export async function inlineStyles(parts: readonly string[], css: string): Promise<string[]> {
  // Loaded for the first mail: juice takes 200 ms and 20 MB.
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
