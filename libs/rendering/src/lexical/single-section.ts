import type { Mobiledoc } from '../mobiledoc/parse-mobiledoc';
import { listOf } from './lexical-node';

const ATOM_MARKER = 1;
const LIST_SECTION = 3;
const CARD_SECTION = 10;
const MARKUP_SECTION = 1;

/**
 * A document with one section of another one, and only the markups, atoms and cards of that section: its size does not depend on the
 * other sections. An empty paragraph follows, because the renderer leaves out one at the end.
 */
export function singleSection(section: unknown[], source: Mobiledoc): Mobiledoc {
  const { version, ghostVersion } = source;
  const document: Mobiledoc = { version, ghostVersion, markups: [], atoms: [], cards: [], sections: [] };
  document.sections.push(copyOf(section, source, document), [MARKUP_SECTION, 'p', []]);
  return document;
}

function copyOf(section: unknown[], source: Mobiledoc, target: Mobiledoc): unknown[] {
  const [type, name, content, ...rest] = section;
  if (type === CARD_SECTION) return [type, move(source.cards, name, target.cards)];
  const markups = new Map<unknown, number>();
  const markers = (list: unknown): unknown[] =>
    listOf(list).map((marker) => {
      const [kind, opened, closed, value] = listOf(marker);
      const indexes = listOf(opened).map((index) => {
        const moved = markups.get(index) ?? move(source.markups, index, target.markups);
        markups.set(index, moved);
        return moved;
      });
      return [kind, indexes, closed, kind === ATOM_MARKER ? move(source.atoms, value, target.atoms) : value];
    });
  if (type === LIST_SECTION) return [type, name, listOf(content).map(markers), ...rest];
  return type === MARKUP_SECTION ? [type, name, markers(content), ...rest] : section;
}

/** @returns the index in the target */
function move(from: readonly unknown[] | undefined, index: unknown, to: unknown[]): number {
  return to.push(typeof index === 'number' ? from?.[index] : undefined) - 1;
}
