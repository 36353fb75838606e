import type { ByteRange } from '@almanac/storage';

const SINGLE_RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The requested part of a file of `bytes` bytes (RFC 9110, 14.1.2).
 * @returns undefined for the whole file: without a valid header, and for several ranges, which a server may ignore; null for a
 * range outside the file
 */
export function byteRangeOf(header: string | undefined, bytes: number): ByteRange | undefined | null {
  const match = SINGLE_RANGE.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (match === null || (from === '' && to === '')) return undefined;
  if (from === '') return Number(to) === 0 ? null : { first: Math.max(0, bytes - Number(to)), last: bytes - 1 };
  const [first, last] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (to !== '' && Number(to) < first) return undefined;
  return first >= bytes ? null : { first, last };
}
