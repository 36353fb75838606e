import { listOf } from '../json';
import type { Mobiledoc } from '../mobiledoc/parse-mobiledoc';
import { ATOM_MARKER, CARD_SECTION, LIST_SECTION, MARKUP_SECTION } from '../mobiledoc/type-numbers';

/** In a valid mobiledoc, these lists can be missing. */
type MobiledocWithLists = Mobiledoc & Required<Pick<Mobiledoc, 'markups' | 'atoms' | 'cards'>>;

/**
 * A document that contains only one section of another document, with the markups, atoms and cards
 * of this section. So its size does not depend on other sections. An empty paragraph follows the
 * section. Otherwise the renderer would leave out the section if it is an empty paragraph itself.
 */
export function singleSection(section: unknown[], source: Mobiledoc): Mobiledoc {
  const { version, ghostVersion } = source;
  const document: MobiledocWithLists = { version, ghostVersion, markups: [], atoms: [], cards: [], sections: [] };
  document.sections.push(copyOf(section, source, document), [MARKUP_SECTION, 'p', []]);
  return document;
}

function copyOf(section: unknown[], source: Mobiledoc, target: MobiledocWithLists): unknown[] {
  // `name`: the tag of a section with text, or of a list, the index of a card, or the URL of an image.
  const [type, name, content, ...rest] = section;
  if (type === CARD_SECTION) return [type, copyItem(source.cards, name, target.cards)];
  const markups = new Map<unknown, number>();
  const markers = (list: unknown): unknown[] =>
    listOf(list).map((marker) => {
      const [kind, opened, closed, value] = listOf(marker);
      const indexes = listOf(opened).map((index) => {
        const copiedTo = markups.get(index) ?? copyItem(source.markups, index, target.markups);
        markups.set(index, copiedTo);
        return copiedTo;
      });
      return [kind, indexes, closed, kind === ATOM_MARKER ? copyItem(source.atoms, value, target.atoms) : value];
    });
  if (type === LIST_SECTION) return [type, name, listOf(content).map(markers), ...rest];
  return type === MARKUP_SECTION ? [type, name, markers(content), ...rest] : section;
}

/** Appends the item at `index` of one list to another list. @returns the index of the item in the other list */
function copyItem(from: readonly unknown[] | undefined, index: unknown, to: unknown[]): number {
  return to.push(typeof index === 'number' ? from?.[index] : undefined) - 1;
}
