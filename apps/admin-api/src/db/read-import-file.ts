import { type ImportedTables, parseExport } from '@almanac/publishing';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingFile } from '../uploads/upload';
import { boundedBytes, MAX_TEXT_BYTES } from './bounded-bytes';
import { readArchive, type TakeImage } from './read-archive';

/**
 * Reads an uploaded export: JSON, or an archive with one, with pictures, or with both.
 * @param takeImage is given every picture of an archive
 * @throws BadRequestError when it is no JSON; ValidationError when it is no export, or an archive that is refused
 */
export async function readImportFile(file: IncomingFile, takeImage: TakeImage): Promise<ImportedTables> {
  if (extname(file.filename).toLowerCase() !== '.zip') {
    return parseExport((await boundedBytes(file.stream, MAX_TEXT_BYTES)).toString('utf8'));
  }
  const text = await fromArchive(file.stream, takeImage);
  return text === undefined ? {} : parseExport(text);
}

/** An archive is read from its end, so it has to lie somewhere first. */
async function fromArchive(stream: Readable, takeImage: TakeImage): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-import-'));
  try {
    const path = join(folder, 'import.zip');
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    return await readArchive(path, takeImage);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
