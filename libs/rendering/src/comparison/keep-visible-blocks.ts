import type { VisibleBlock } from './visible-blocks';

/** A part of a source document, and the signatures of the visible blocks of its html. Blocks that look alike have equal signatures. */
export interface RenderedPart<Part> {
  part: Part;
  signatures: readonly string[];
}

/** The published html of a document, and its visible blocks. */
export interface PublishedHtml {
  html: string;
  blocks: readonly VisibleBlock[];
}

/** A part that stays, or html that replaces parts. */
export type PartOrHtml<Part> = { part: Part } | { html: string };

/** The maximum number of entries in the table of {@link commonLengths}. Larger documents are not compared, because it takes too long. */
const MAX_COMPARISONS = 1_000_000;
const CARD_COMMENT = /<!--kg-card-(?:begin|end): [\w-]+-->/g;

/**
 * Replaces the parts of a document that render differently from its published html. The blocks of the document are matched with those of
 * the html, in order (longest common subsequence). A part stays if all its blocks have a match and the matches are next to each other. The
 * html between two parts that stay replaces the parts between them. Parts that render to nothing stay if
 * there is no html in their place.
 * @returns undefined if the documents are too large to compare
 */
export function keepVisibleBlocks<Part>(
  parts: readonly RenderedPart<Part>[],
  { html, blocks }: PublishedHtml,
): PartOrHtml<Part>[] | undefined {
  const signatures = parts.flatMap((part) => part.signatures);
  const matches = matchesOf(
    signatures,
    blocks.map(({ signature }) => signature),
  );
  if (matches === undefined) return undefined;
  const result = new ResultBuilder<Part>(html, blocks);
  let start = 0;
  for (const { part, signatures: partSignatures } of parts) {
    const positions = matches.slice(start, start + partSignatures.length);
    start += partSignatures.length;
    const [first] = positions;
    if (first === undefined) result.addInvisible(part);
    else if (areConsecutive(positions)) result.keep(part, first, first + partSignatures.length);
  }
  return result.end();
}

/** Whether the positions follow each other without a gap. The position -1 means that a block is not in the html. */
function areConsecutive([first = -1, ...others]: readonly number[]): boolean {
  return first !== -1 && others.every((position, index) => position === first + index + 1);
}

/** Collects the parts that stay, and fills the gaps between them with html. */
class ResultBuilder<Part> {
  readonly #result: PartOrHtml<Part>[] = [];
  /** The parts that render to nothing since the last part that stays. */
  #invisible: Part[] = [];
  /** The number of blocks of the html that the result covers so far. */
  #covered = 0;

  constructor(
    private readonly html: string,
    private readonly blocks: readonly VisibleBlock[],
  ) {}

  addInvisible(part: Part): void {
    this.#invisible.push(part);
  }

  /** Adds a part that renders to the blocks from index `from` (inclusive) to index `to` (exclusive). */
  keep(part: Part, from: number, to: number): void {
    this.#fillUpTo(from);
    this.#result.push({ part });
    this.#covered = to;
  }

  end(): PartOrHtml<Part>[] {
    this.#fillUpTo(this.blocks.length);
    return this.#result;
  }

  /**
   * Adds the html from the covered blocks to the block with this index (exclusive). If there is no html to add, the collected parts that
   * render to nothing stay. Otherwise they are dropped, because one of them may be the source of that html.
   */
  #fillUpTo(block: number): void {
    if (block === this.#covered) this.#result.push(...this.#invisible.map((part) => ({ part })));
    else this.#result.push({ html: this.#slice(this.#covered, block) });
    this.#invisible = [];
  }

  /** The html from the block with index `from` (inclusive) to the block with index `to` (exclusive), without comments of cards. */
  #slice(from: number, to: number): string {
    const start = this.blocks[from]?.start ?? 0;
    const end = this.blocks[to]?.start ?? this.html.length;
    return this.html.slice(start, end).replace(CARD_COMMENT, '').trim();
  }
}

/**
 * Finds a longest common subsequence of two lists.
 * @returns for each signature the index of its match in `others`, or -1; undefined if the lists are too long to compare
 */
function matchesOf(signatures: readonly string[], others: readonly string[]): number[] | undefined {
  const matches = signatures.map(() => -1);
  // Equal beginnings and endings need no table.
  let start = 0;
  while (start < signatures.length && start < others.length && signatures[start] === others[start]) {
    matches[start] = start;
    start += 1;
  }
  let [end, otherEnd] = [signatures.length, others.length];
  while (end > start && otherEnd > start && signatures[end - 1] === others[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
    matches[end] = otherEnd;
  }
  const [rows, columns] = [end - start, otherEnd - start];
  if (rows * columns > MAX_COMPARISONS) return undefined;
  const lengths = commonLengths(signatures.slice(start, end), others.slice(start, otherEnd));
  const lengthAt = (row: number, column: number): number => lengths[row * (columns + 1) + column] ?? 0;
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    if (signatures[start + row] === others[start + column]) {
      matches[start + row] = start + column;
      row += 1;
      column += 1;
    } else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return matches;
}

/**
 * The table of lengths of longest common subsequences, row by row. It has `others.length + 1` columns. The entry at `row` and `column` is
 * the length for `signatures.slice(row)` and `others.slice(column)`.
 */
function commonLengths(signatures: readonly string[], others: readonly string[]): Uint32Array {
  const width = others.length + 1;
  const lengths = new Uint32Array((signatures.length + 1) * width);
  for (let row = signatures.length - 1; row >= 0; row -= 1) {
    for (let column = others.length - 1; column >= 0; column -= 1) {
      const below = lengths[(row + 1) * width + column] ?? 0;
      const right = lengths[row * width + column + 1] ?? 0;
      const diagonal = lengths[(row + 1) * width + column + 1] ?? 0;
      lengths[row * width + column] = signatures[row] === others[column] ? diagonal + 1 : Math.max(below, right);
    }
  }
  return lengths;
}
