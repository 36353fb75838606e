import { type ImportedTables, parseExport } from '@almanac/publishing';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IncomingFile } from '../uploads/upload';
import { boundedText } from './bounded-text';
import { readJsonFromArchive } from './read-archive';

/**
 * Reads an uploaded export: JSON, or an archive that holds one.
 * @throws BadRequestError when it is no JSON; ValidationError when it is no export, or an archive that is refused
 */
export async function readImportFile(file: IncomingFile): Promise<ImportedTables> {
  const text =
    extname(file.filename).toLowerCase() === '.zip' ? await fromArchive(file.stream) : await boundedText(file.stream);
  return parseExport(text);
}

/** An archive is read from its end, so it has to lie somewhere first. */
async function fromArchive(stream: Readable): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-import-'));
  try {
    const path = join(folder, 'import.zip');
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    return await readJsonFromArchive(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
