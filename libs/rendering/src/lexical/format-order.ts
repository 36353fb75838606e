/** The order in which the library opens formats that end together, by their bits. */
const FORMATS = [1, 2, 4, 8, 16, 32, 64, 128];

/** The format of a piece of text; undefined for a link, before which all formats are closed. */
export type InlineFormat = number | undefined;

/**
 * Whether the renderer of the library prints each text of a line with its own formats. It closes the innermost format instead of the
 * one that ends, if both started together, e.g. for bold italic, bold italic code, italic.
 *
 * @param line texts and links in order, without line breaks
 */
export function isPrintedAsWritten(line: readonly InlineFormat[]): boolean {
  const open: number[] = [];
  for (const [index, format] of line.entries()) {
    if (format === undefined) continue;
    const rest = line.slice(index + 1);
    open.push(...openedIn(format, open, textsBeforeLink(rest)));
    if (open.reduce((sum, bit) => sum | bit, 0) !== format) return false;
    for (const bit of [...open]) if (!has(rest[0], bit)) open.pop();
  }
  return true;
}

function openedIn(format: number, open: readonly number[], texts: readonly number[]): number[] {
  const closesAfter = (bit: number): number => texts.findIndex((each) => has(each, bit));
  return FORMATS.filter((bit) => has(format, bit) && !open.includes(bit)).sort((a, b) => {
    if (closesAfter(a) === -1) return 1;
    return closesAfter(b) === -1 ? -1 : closesAfter(a) - closesAfter(b);
  });
}

function textsBeforeLink(line: readonly InlineFormat[]): number[] {
  const link = line.indexOf(undefined);
  return (link === -1 ? line : line.slice(0, link)).filter((format) => format !== undefined);
}

function has(format: InlineFormat, bit: number): boolean {
  return format !== undefined && (format & bit) !== 0;
}
