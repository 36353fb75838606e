import { RequestEntityTooLargeError } from '@almanac/errors';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const HEAD_BYTES = 4096;

/** A file in a temporary folder. */
export interface ReceivedFile {
  path: string;
  bytes: number;
  /** The first 4 kB, from which the format is detected. */
  head: Buffer;
  /** Removes the folder with the file. */
  remove(): Promise<void>;
}

/**
 * Writes a stream to a temporary file. The caller has to call `remove` of the result in the end.
 * @throws RequestEntityTooLargeError as soon as the stream has more than `maxBytes`
 */
export async function receiveFile(stream: Readable, maxBytes: number): Promise<ReceivedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-file-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const file: ReceivedFile = { path: join(folder, 'content'), bytes: 0, head: Buffer.alloc(0), remove };
  try {
    await pipeline(
      stream,
      (chunks: AsyncIterable<Buffer | string>) => measureChunks(chunks, maxBytes, file),
      createWriteStream(file.path, { mode: 0o600 }),
    );
    return file;
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * Writes a stream to a temporary file, passes the file to `use`, and removes it afterwards.
 * @returns the result of `use`
 * @throws RequestEntityTooLargeError as soon as the stream has more than `maxBytes`
 */
export async function withReceivedFile<T>(
  stream: Readable,
  maxBytes: number,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = await receiveFile(stream, maxBytes);
  try {
    return await use(file);
  } finally {
    await file.remove();
  }
}

/** Yields the chunks unchanged, and records their total size and the first bytes in `file`. */
async function* measureChunks(
  chunks: AsyncIterable<Buffer | string>,
  maxBytes: number,
  file: ReceivedFile,
): AsyncGenerator<Buffer> {
  for await (const value of chunks) {
    const chunk = Buffer.from(value);
    if (file.head.length < HEAD_BYTES) {
      file.head = Buffer.concat([file.head, chunk.subarray(0, HEAD_BYTES - file.head.length)]);
    }
    file.bytes += chunk.length;
    if (file.bytes > maxBytes) {
      throw new RequestEntityTooLargeError('The file is too large.', {
        help: `Send at most ${maxBytes / 2 ** 20} MB.`,
      });
    }
    yield chunk;
  }
}
