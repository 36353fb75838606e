import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportedFiles } from './imported-files';
import { type ArchiveReaders, readArchive } from './read-archive';
import { type OnImportProgress, SpooledExport } from './spooled-export';

/** A file to import: a stream, or the path of a local file. A filename with the extension `.zip` is an archive, any other is JSON. */
export type ImportFile = { filename: string } & ({ stream: Readable } | { path: string });

/** The options of `spoolImportFile`. */
interface SpoolOptions {
  /** Stores the uploaded files of an archive. */
  files: ImportedFiles;
  onProgress?: OnImportProgress;
}

/**
 * Reads a file to import: an export as JSON, or a ZIP archive with an export, uploaded files or both. Stores the uploaded files.
 * @returns the rows of the export, in temporary files; the caller has to call `remove` in the end
 * @throws BadRequestError for invalid JSON; RequestEntityTooLargeError when a limit is exceeded; ValidationError for JSON that is not
 *   an export, or a rejected archive
 */
export async function spoolImportFile(file: ImportFile, options: SpoolOptions): Promise<SpooledExport> {
  const tables = await SpooledExport.create(options.onProgress);
  try {
    if (extname(file.filename).toLowerCase() === '.zip') await fillFromArchive(tables, file, options);
    else await tables.fill('stream' in file ? file.stream : createReadStream(file.path));
    return tables;
  } catch (error) {
    await tables.remove();
    throw error;
  }
}

async function fillFromArchive(tables: SpooledExport, file: ImportFile, options: SpoolOptions): Promise<void> {
  let fileCount = 0;
  const readers: ArchiveReaders = {
    leaveOut: (path, count) => options.files.warnNotImported(path, count),
    readJson: (json) => tables.fill(json),
    readFile: async (area, path, content) => {
      fileCount += 1;
      options.onProgress?.({ step: 'files', rows: fileCount });
      await options.files.store(area, path, content);
    },
  };
  if ('path' in file) await readArchive(file.path, readers);
  else await withArchiveFile(file.stream, (path) => readArchive(path, readers));
}

/** Writes the archive to a temporary file, because reading a ZIP archive begins at its end. */
async function withArchiveFile(stream: Readable, read: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-archive-'));
  try {
    const path = join(folder, 'import.zip');
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
    await read(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
