import { ValidationError } from '@almanac/errors';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { type Entry, open, type Options, type ZipFile } from 'yauzl';
import { boundedText, MAX_TEXT_BYTES } from './bounded-text';

const MAX_ENTRIES = 20_000;
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

const openArchive: (path: string, options: Options) => Promise<ZipFile> = promisify(open);

/**
 * The text of the one JSON file of an archive. Nothing is unpacked to the disk; entries that point outside of the
 * archive, links, and more than anybody packs are refused before anything is read.
 *
 * @throws ValidationError
 */
export async function readJsonFromArchive(path: string): Promise<string> {
  try {
    const archive = await openArchive(path, { lazyEntries: true, autoClose: false, strictFileNames: true });
    try {
      return await boundedText(await contentOf(archive, await jsonEntry(archive)));
    } finally {
      archive.close();
    }
  } catch (cause) {
    // The library throws plain errors for whatever is wrong with an archive, paths that lead out of it included.
    throw cause instanceof Error && cause.constructor === Error ? refused('could not be read', cause) : cause;
  }
}

async function jsonEntry(archive: ZipFile): Promise<Entry> {
  if (archive.entryCount > MAX_ENTRIES) throw refused('holds too many files');
  let found: Entry | undefined;
  for (let left = archive.entryCount; left > 0; left -= 1) {
    const next = once(archive, 'entry');
    archive.readEntry();
    const [entry] = (await next) as [Entry];
    const mode = entry.externalFileAttributes >>> 16;
    if ((mode & FILE_TYPE) === SYMBOLIC_LINK) throw refused('holds a link');
    if (isExport(entry.fileName)) found ??= entry;
  }
  if (found === undefined) throw refused('holds no JSON file');
  if (found.uncompressedSize > MAX_TEXT_BYTES) throw refused('holds a file that is too large');
  return found;
}

function contentOf(archive: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}

/** A JSON file at the top of the archive or one folder down, but for those that macOS adds. */
function isExport(name: string): boolean {
  return /^(?:[^/]+\/)?[^/]+\.json$/i.test(name) && !name.startsWith('__MACOSX/');
}

function refused(reason: string, cause?: unknown): ValidationError {
  return new ValidationError(`The archive ${reason}.`, { property: 'importfile', cause });
}
