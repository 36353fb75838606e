/** The bits of the text formats (e.g. bold, italic), in the order in which the renderer opens formats that `openedAt` does not order. */
const FORMATS = [1, 2, 4, 8, 16, 32, 64, 128];

/** The formats of each text node as a bit set. Undefined for a link; the renderer closes all formats before a link. */
export type InlineFormat = number | undefined;

/**
 * Whether the lexical renderer of Ghost prints each text of a line with its own formats. The renderer has a
 * defect: where a format ends, it closes the innermost open format. If two formats started together, that can
 * be the wrong one. An example is three texts with the formats bold italic, bold italic code, and italic.
 *
 * @param line texts and links in order, without line breaks
 */
export function isPrintedAsWritten(line: readonly InlineFormat[]): boolean {
  const open: number[] = [];
  for (const [index, format] of line.entries()) {
    if (format === undefined) continue;
    open.push(...openedAt(index, format, open, line));
    if (open.reduce((sum, bit) => sum | bit, 0) !== format) return false;
    for (const bit of [...open]) if (!has(line[index + 1], bit)) open.pop();
  }
  return true;
}

/**
 * The formats that the renderer opens at an index, outermost first. They are ordered by the next text that has the same
 * format, the nearest first. A format that no further text before the next link has comes last.
 */
function openedAt(index: number, format: number, open: readonly number[], line: readonly InlineFormat[]): number[] {
  const bits = FORMATS.filter((bit) => has(format, bit) && !open.includes(bit));
  if (bits.length < 2) return bits;
  const next = new Map(bits.map((bit) => [bit, nextWith(bit, index + 1, line)]));
  return bits.sort((a, b) => {
    const [nextOfA = -1, nextOfB = -1] = [next.get(a), next.get(b)];
    if (nextOfA === -1) return 1;
    return nextOfB === -1 ? -1 : nextOfA - nextOfB;
  });
}

/** The index of the first text with a format, from the index `from` on and before the next link; -1 if there is none. */
function nextWith(bit: number, from: number, line: readonly InlineFormat[]): number {
  for (let index = from; index < line.length && line[index] !== undefined; index++) {
    if (has(line[index], bit)) return index;
  }
  return -1;
}

function has(format: InlineFormat, bit: number): boolean {
  return format !== undefined && (format & bit) !== 0;
}
