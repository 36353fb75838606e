import { RequestEntityTooLargeError } from '@almanac/errors';
import type { Readable } from 'node:stream';

/** Text of an export that is read into memory. */
export const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/**
 * Reads a stream whole, as UTF-8.
 * @throws RequestEntityTooLargeError as soon as it is more than that
 */
export async function boundedText(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk as Uint8Array);
    bytes += buffer.length;
    if (bytes > MAX_TEXT_BYTES) throw new RequestEntityTooLargeError('The export is too large.');
    chunks.push(buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
