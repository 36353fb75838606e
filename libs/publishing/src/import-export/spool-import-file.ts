import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readArchive, type TakeImage } from './read-archive';
import { type OnImportProgress, SpooledExport } from './spooled-export';

/** A file to import: its name tells JSON from an archive. */
export interface ImportFile {
  filename: string;
  stream: Readable;
}

export interface ImportFileOptions {
  /** Is given every picture of an archive. */
  takeImage: TakeImage;
  onProgress?: OnImportProgress;
}

/**
 * Reads an export: JSON, or an archive with one, with pictures, or with both.
 * @returns its rows; call `remove` when done
 * @throws BadRequestError when it is no JSON; RequestEntityTooLargeError; ValidationError when it is no export, or an archive
 * that is refused
 */
export async function spoolImportFile(file: ImportFile, options: ImportFileOptions): Promise<SpooledExport> {
  const tables = await SpooledExport.create(options.onProgress);
  try {
    if (extname(file.filename).toLowerCase() === '.zip') await fillFromArchive(tables, file.stream, options.takeImage);
    else await tables.fill(file.stream);
    return tables;
  } catch (error) {
    await tables.remove();
    throw error;
  }
}

/** An archive is read from its end, so it has to lie somewhere first. */
async function fillFromArchive(tables: SpooledExport, stream: Readable, takeImage: TakeImage): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-archive-'));
  try {
    const path = join(folder, 'import.zip');
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    await readArchive(path, { takeImage, readJson: (json) => tables.fill(json) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
