import type { ByteRange } from '@almanac/storage';

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The requested part of a file of `bytes` bytes (RFC 9110, 14.1.2).
 * @returns undefined for the whole file: without a valid header, for several ranges, which a server may ignore, and for the last
 * bytes of an empty file; null for a range outside the file
 */
export function byteRangeOf(header: string | undefined, bytes: number): ByteRange | undefined | null {
  const match = SINGLE_RANGE.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  if (from === '') return suffixOf(bytes, Number(to));
  const [first, last] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (to !== '' && Number(to) < first) return undefined;
  return first >= bytes ? null : { first, last };
}

/** The last bytes of a file. An empty file is sent as a whole, because `Content-Range` cannot express a range without bytes. */
function suffixOf(bytes: number, length: number): ByteRange | undefined | null {
  if (length === 0) return null;
  return bytes === 0 ? undefined : { first: Math.max(0, bytes - length), last: bytes - 1 };
}
