import { isRecord } from '../json';

const CARD = /^<!-- card (\{[^]*\}) -->$/;

/** A card of a mobiledoc that has no node type in lexical. */
export interface UnknownCard {
  name: string;
  payload: unknown;
}

/** An html comment that stores the card. Readers see nothing of it, and {@link cardOfComment} restores the card. */
export function commentOf({ name, payload }: UnknownCard): string {
  // `--` and `->` could end the comment. They occur only within strings of the JSON, where the escapes are valid. A single `-` stays,
  // because it can be the minus sign of a number.
  const json = JSON.stringify({ name, payload })
    .replace(/-(?=[->])/g, '\\u002d')
    .replaceAll('>', '\\u003e');
  return `<!-- card ${json} -->`;
}

/** The card in a comment of {@link commentOf}; undefined for other html. */
export function cardOfComment(html: string): UnknownCard | undefined {
  const json = CARD.exec(html)?.[1];
  if (json === undefined) return undefined;
  try {
    const card: unknown = JSON.parse(json);
    return isRecord(card) && typeof card.name === 'string' ? { name: card.name, payload: card.payload } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
