import type { ByteRange } from '@almanac/storage';

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The part of a file that a `Range` header requests (RFC 9110, 14.1.2).
 * @param size the size of the file in bytes
 * @returns undefined if the whole file has to be sent: the header is missing or invalid, or names several ranges, which a server may
 *   ignore, or requests the last bytes of an empty file. Null for a range outside the file.
 */
export function byteRangeOf(header: string | undefined, size: number): ByteRange | undefined | null {
  const match = SINGLE_RANGE.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  if (from === '') return suffixOf(size, Number(to));
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? null : { first, last };
}

/** The last `length` bytes of a file. An empty file is sent as a whole, because `Content-Range` cannot express a range without bytes. */
function suffixOf(size: number, length: number): ByteRange | undefined | null {
  if (length === 0) return null;
  return size === 0 ? undefined : { first: Math.max(0, size - length), last: size - 1 };
}
