import { ValidationError } from '@almanac/errors';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Entry, open, type Options, type ZipFile } from 'yauzl';
import { boundedBytes } from './bounded-bytes';
import { MAX_EXPORT_BYTES } from './export-limits';

const MAX_ENTRIES = 20_000;
/** Maximum bytes of all files of an archive, unpacked. */
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024 * 1024;
const MAX_IMAGE_BYTES = 20 * 1024 * 1024;
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

const openArchive: (path: string, options: Options) => Promise<ZipFile> = promisify(open);

/** Receives an image of an archive: its path below `images/`, and its bytes. */
export type TakeImage = (path: string, bytes: Buffer) => Promise<void>;

export interface ArchiveReaders {
  takeImage: TakeImage;
  /** Reads the JSON file of the archive from a stream. */
  readJson: (json: Readable) => Promise<void>;
}

/**
 * Reads the JSON file of an archive, if it has one, then its images one by one, without unpacking to the disk. Entries outside of
 * the archive, links and too many entries are rejected before a file is read.
 *
 * @throws ValidationError, and the errors of the readers
 */
export async function readArchive(path: string, readers: ArchiveReaders): Promise<void> {
  try {
    const archive = await openArchive(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
    try {
      await readEntries(archive, await entriesOf(archive), readers);
    } finally {
      archive.close();
    }
  } catch (cause) {
    // The library throws plain errors for an invalid archive, also for paths outside of it.
    throw cause instanceof Error && cause.constructor === Error ? refused('could not be read', cause) : cause;
  }
}

interface Entries {
  json?: Entry;
  images: Map<string, Entry>;
}

async function readEntries(
  archive: ZipFile,
  { json, images }: Entries,
  { takeImage, readJson }: ArchiveReaders,
): Promise<void> {
  if (json) await readJson(await contentOf(archive, json));
  for (const [path, entry] of images) {
    await takeImage(path, await boundedBytes(await contentOf(archive, entry), MAX_IMAGE_BYTES));
  }
}

async function entriesOf(archive: ZipFile): Promise<Entries> {
  if (archive.entryCount > MAX_ENTRIES) throw refused('holds too many files');
  const found: Entries = { images: new Map() };
  let bytes = 0;
  for (let left = archive.entryCount; left > 0; left -= 1) {
    const next = once(archive, 'entry');
    archive.readEntry();
    const [entry] = (await next) as [Entry];
    const mode = entry.externalFileAttributes >>> 16;
    if ((mode & FILE_TYPE) === SYMBOLIC_LINK) throw refused('holds a link');
    bytes += entry.uncompressedSize;
    if (bytes > MAX_UNPACKED_BYTES) throw refused('holds too much');
    const image = imagePathOf(entry.fileName);
    if (isExport(entry.fileName)) found.json ??= entry;
    else if (image !== undefined) found.images.set(image, withinLimit(entry, MAX_IMAGE_BYTES));
  }
  if (found.json === undefined && found.images.size === 0) throw refused('holds no JSON file');
  if (found.json) withinLimit(found.json, MAX_EXPORT_BYTES);
  return found;
}

function withinLimit(entry: Entry, maxBytes: number): Entry {
  if (entry.uncompressedSize > maxBytes) throw refused('holds a file that is too large');
  return entry;
}

function contentOf(archive: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

/** Whether an entry is a JSON file at the top of the archive or one folder down, and not one that macOS adds. */
function isExport(name: string): boolean {
  return /^(?:[^/]+\/)?[^/]+\.json$/i.test(name) && !name.startsWith('__MACOSX/');
}

/** The path of a file below `images/` or `content/images/`, at the top of the archive or one folder down. */
function imagePathOf(name: string): string | undefined {
  return /^(?:(?!__MACOSX\/)[^/]+\/)?(?:content\/)?images\/(.*[^/])$/.exec(name)?.[1];
}

function refused(reason: string, cause?: unknown): ValidationError {
  return new ValidationError(`The archive ${reason}.`, { property: 'importfile', cause });
}
