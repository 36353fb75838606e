import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readArchive, type TakeImage } from './read-archive';
import { type OnImportProgress, SpooledExport } from './spooled-export';

/** A file to import. Its name distinguishes JSON and archives. */
export interface ImportFile {
  filename: string;
  stream: Readable;
}

export interface ImportFileOptions {
  /** Receives every image of an archive. */
  takeImage: TakeImage;
  onProgress?: OnImportProgress;
}

/**
 * Reads an export: JSON, or an archive with JSON, images or both.
 * @returns its rows; call `remove` when done
 * @throws BadRequestError for invalid JSON; RequestEntityTooLargeError; ValidationError for JSON that is not an export, or a
 * rejected archive
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

/** Stores an archive in a file, because archives are read from their end. */
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
