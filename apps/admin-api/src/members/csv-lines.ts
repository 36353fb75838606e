import type { Readable } from 'node:stream';

/** A line of a file. */
export interface TextLine {
  /** 1 for the first line. */
  number: number;
  /** Null for a line of more than 100,000 characters. */
  text: string | null;
}

/** Bounds the memory, because a line is in memory as a whole. */
const MAX_LINE_LENGTH = 100_000;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Splits a stream into lines. It yields the lines of each chunk together, because an `await` per line takes longer than parsing.
 * The lines do not contain their line feeds, and the first line does not contain a byte order mark. A carriage return before a line
 * feed stays, because it may belong to a quoted value.
 */
export async function* readLines(stream: Readable): AsyncGenerator<TextLine[]> {
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
      lines.push({
        number,
        text: isTooLong || text.length > MAX_LINE_LENGTH ? null : withoutByteOrderMark(text, number),
      });
      isTooLong = false;
    }
    yield lines;
    if (rest.length <= MAX_LINE_LENGTH) continue;
    isTooLong = true;
    rest = '';
  }
  if (rest === '' && !isTooLong) return;
  number += 1;
  yield [{ number, text: isTooLong ? null : withoutByteOrderMark(rest, number) }];
}

function withoutByteOrderMark(text: string, number: number): string {
  return number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
