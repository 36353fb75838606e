import type { VisibleBlock } from './visible-blocks';

/** A part of a source document, and the signatures of the blocks that it renders to; none if it renders to nothing. */
export interface RenderedPart<Part> {
  part: Part;
  signatures: readonly string[];
}

/** A part that stays, or html that replaces parts. */
export type KeptPart<Part> = { part: Part } | { html: string };

/** Documents that need more comparisons are not compared, because it would take too long. */
const MAX_COMPARISONS = 1_000_000;
const CARD_COMMENT = /<!--kg-card-(?:begin|end): [\w-]+-->/g;

/**
 * Replaces the parts of a document that render differently from its published html. A part stays if the html contains all blocks
 * of the part next to each other. The html between two such parts replaces the parts between them. Parts that render to nothing
 * stay if there is no html in their place.
 *
 * @param html the published html, and its blocks
 * @returns undefined if the documents are too large to compare
 */
export function keepVisibleBlocks<Part>(
  parts: readonly RenderedPart<Part>[],
  { html, blocks }: { html: string; blocks: readonly VisibleBlock[] },
): KeptPart<Part>[] | undefined {
  const signatures = parts.flatMap((part) => part.signatures);
  const matches = matchesOf(
    signatures,
    blocks.map(({ signature }) => signature),
  );
  if (matches === undefined) return undefined;
  const result = new KeptParts<Part>(html, blocks);
  let at = 0;
  for (const { part, signatures: own } of parts) {
    const [first = -1, ...others] = matches.slice(at, at + own.length);
    at += own.length;
    if (own.length === 0) result.addInvisible(part);
    else if (first !== -1 && others.every((match, index) => match === first + index + 1)) {
      result.keep(part, first, first + own.length);
    }
  }
  return result.end();
}

class KeptParts<Part> {
  readonly #result: KeptPart<Part>[] = [];
  #invisible: Part[] = [];
  /** The number of blocks of the html that the result covers so far. */
  #done = 0;

  constructor(
    private readonly html: string,
    private readonly blocks: readonly VisibleBlock[],
  ) {}

  addInvisible(part: Part): void {
    this.#invisible.push(part);
  }

  keep(part: Part, from: number, to: number): void {
    this.#fillUpTo(from);
    this.#result.push({ part });
    this.#done = to;
  }

  end(): KeptPart<Part>[] {
    this.#fillUpTo(this.blocks.length);
    return this.#result;
  }

  /**
   * Adds the html up to a block. Without html to add, the parts that render to nothing stay. Otherwise they are dropped, because
   * one of them may be the source of that html.
   */
  #fillUpTo(block: number): void {
    if (block === this.#done) this.#result.push(...this.#invisible.map((part) => ({ part })));
    else this.#result.push({ html: this.#slice(this.#done, block) });
    this.#invisible = [];
  }

  #slice(from: number, to: number): string {
    const start = this.blocks[from]?.start ?? 0;
    const end = this.blocks[to]?.start ?? this.html.length;
    return this.html.slice(start, end).replace(CARD_COMMENT, '').trim();
  }
}

/**
 * Finds a longest common subsequence of two lists.
 * @returns for each signature the index of its match in `others`, or -1; undefined if that needs too many comparisons
 */
function matchesOf(signatures: readonly string[], others: readonly string[]): number[] | undefined {
  const matches = signatures.map(() => -1);
  let start = 0;
  while (start < signatures.length && start < others.length && signatures[start] === others[start]) {
    matches[start] = start;
    start += 1;
  }
  let [end, otherEnd] = [signatures.length, others.length];
  while (end > start && otherEnd > start && signatures[end - 1] === others[otherEnd - 1]) {
    matches[(end -= 1)] = otherEnd -= 1;
  }
  const [rows, columns] = [end - start, otherEnd - start];
  if (rows * columns > MAX_COMPARISONS) return undefined;
  const lengths = commonLengths(signatures.slice(start, end), others.slice(start, otherEnd));
  const lengthAt = (row: number, column: number): number => lengths[row * (columns + 1) + column] ?? 0;
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (signatures[start + row] === others[start + column]) matches[start + row++] = start + column++;
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return matches;
}

/** The table of the algorithm, row by row: the length of the longest common subsequence for each pair of list endings. */
function commonLengths(signatures: readonly string[], others: readonly string[]): Uint32Array {
  const width = others.length + 1;
  const lengths = new Uint32Array((signatures.length + 1) * width);
  for (let row = signatures.length - 1; row >= 0; row -= 1) {
    for (let column = others.length - 1; column >= 0; column -= 1) {
      const below = lengths[(row + 1) * width + column] ?? 0;
      const right = lengths[row * width + column + 1] ?? 0;
      const both = lengths[(row + 1) * width + column + 1] ?? 0;
      lengths[row * width + column] = signatures[row] === others[column] ? both + 1 : Math.max(below, right);
    }
  }
  return lengths;
}
