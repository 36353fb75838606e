import { RequestEntityTooLargeError } from '@almanac/errors';
import type { Readable } from 'node:stream';

/**
 * Reads a whole stream.
 * @throws RequestEntityTooLargeError as soon as it has more than `maxBytes`
 */
export async function boundedBytes(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const buffer = Buffer.from(chunk as Uint8Array);
    bytes += buffer.length;
    if (bytes > maxBytes)
      throw new RequestEntityTooLargeError(`A file of the archive is larger than ${maxBytes} bytes.`);
    chunks.push(buffer);
  }
  return Buffer.concat(chunks);
}
