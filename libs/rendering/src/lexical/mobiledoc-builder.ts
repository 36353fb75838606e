import { ATOM_MARKER, CARD_SECTION, LIST_SECTION, MARKUP_SECTION, TEXT_MARKER } from '../mobiledoc/type-numbers';

/** A piece of text with the markups around it, outermost first. A soft return (line break) has `text: undefined`. */
export interface TextRun {
  text: string | undefined;
  markups: readonly Markup[];
}

/** A tag name, and for a link its attributes as a flat list of names and values. */
export type Markup = [string] | [string, string[]];

/** The field `ghostVersion` selects the heading ids. Those of Ghost 4 equal the ids of the lexical renderer. */
const GHOST_VERSION = '4.0';
const EMPTY_MARKER = [TEXT_MARKER, [], 0, ''];

/** Builds a mobiledoc of version 0.3.1 section by section. */
export class MobiledocBuilder {
  private readonly markups: Markup[] = [];
  private readonly markupIndexes = new Map<string, number>();
  private readonly atoms: unknown[] = [];
  private readonly cards: unknown[] = [];
  private readonly sections: unknown[] = [];

  /** Adds a section of text. @param tag the tag of the section, e.g. `h2` */
  addText(tag: string, runs: readonly TextRun[]): void {
    this.sections.push([MARKUP_SECTION, tag, this.markersOf(runs)]);
  }

  addList(tag: 'ul' | 'ol', items: readonly (readonly TextRun[])[]): void {
    this.sections.push([LIST_SECTION, tag, items.map((runs) => this.markersOf(runs))]);
  }

  addCard(name: string, payload: unknown): void {
    this.sections.push([CARD_SECTION, this.cards.push([name, payload]) - 1]);
  }

  /** The serialized document. */
  toString(): string {
    const { markups, atoms, cards, sections } = this;
    return JSON.stringify({ version: '0.3.1', ghostVersion: GHOST_VERSION, markups, atoms, cards, sections });
  }

  /** The markers of the runs. A marker lists the markups that open before it, and counts the markups that close after it. */
  private markersOf(runs: readonly TextRun[]): unknown[] {
    if (runs.length === 0) return [EMPTY_MARKER];
    let open: string[] = [];
    return runs.map(({ text, markups }, index) => {
      const keys = markups.map((markup) => JSON.stringify(markup));
      const opened = markups.slice(open.length).map((markup) => this.indexOf(markup));
      const stillOpen = commonLength(
        keys,
        (runs[index + 1]?.markups ?? []).map((markup) => JSON.stringify(markup)),
      );
      open = keys.slice(0, stillOpen);
      const closed = keys.length - stillOpen;
      return text === undefined
        ? [ATOM_MARKER, opened, closed, this.atoms.push(['soft-return', '', {}]) - 1]
        : [TEXT_MARKER, opened, closed, text];
    });
  }

  /** The index of a markup in the list `markups` of the document. A new markup is added to the list first. */
  private indexOf(markup: Markup): number {
    const key = JSON.stringify(markup);
    const known = this.markupIndexes.get(key);
    if (known !== undefined) return known;
    const index = this.markups.push(markup) - 1;
    this.markupIndexes.set(key, index);
    return index;
  }
}

/** The number of equal items at the start of both lists. */
function commonLength(first: readonly string[], second: readonly string[]): number {
  const different = first.findIndex((each, index) => each !== second[index]);
  return different === -1 ? first.length : different;
}
