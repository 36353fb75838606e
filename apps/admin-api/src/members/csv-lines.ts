import type { Readable } from 'node:stream';

/** A line of a text file; null where it was too long to be one. */
export interface TextLine {
  number: number;
  text: string | null;
}

const MAX_LINE_LENGTH = 100_000;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The lines of a text as it streams in, as many at a time as came in: waiting for each would take longer than reading it.
 * They are without their line feeds; a carriage return before one stays, because it may stand inside of a quoted value.
 * Memory is bounded by the longest line that is kept.
 */
export async function* linesOf(stream: Readable): AsyncGenerator<TextLine[]> {
  stream.setEncoding('utf8');
  let rest = '';
  let number = 0;
  let isTooLong = false;
  for await (const chunk of stream) {
    const pieces = (rest + String(chunk)).split('\n');
    rest = pieces.pop() ?? '';
    const lines: TextLine[] = [];
    for (const text of pieces) {
      number += 1;
      lines.push({ number, text: isTooLong || text.length > MAX_LINE_LENGTH ? null : withoutMark(text, number) });
      isTooLong = false;
    }
    yield lines;
    if (rest.length <= MAX_LINE_LENGTH) continue;
    isTooLong = true;
    rest = '';
  }
  if (rest !== '' || isTooLong) yield [{ number: number + 1, text: isTooLong ? null : withoutMark(rest, number + 1) }];
}

function withoutMark(text: string, number: number): string {
  return number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
