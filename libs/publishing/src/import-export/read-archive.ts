import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Entry, open, type Options, type ZipFile } from 'yauzl';
import { assertReadable, type FileArea, nameOf, purposeOf, archiveError } from './archive-entries';

/** Maximum number of entries in an archive. It is high, because a large site stores each image in many sizes. */
const MAX_ENTRIES = 200_000;
/** The lowest limit of uncompressed bytes of an archive (4 GiB). For archives above 512 MiB, `MAX_EXPANSION_FACTOR` gives a higher one. */
const MIN_UNPACKED_LIMIT = 4 * 1024 * 1024 * 1024;
/** The limit of uncompressed bytes as a multiple of the size of the archive. Compression hardly shrinks images and videos. */
const MAX_EXPANSION_FACTOR = 8;
/** Maximum number of JSON files in an archive. */
const MAX_JSON_FILES = 100;
/** The number of characters of each JSON file that are read to find the export. */
const HEAD_CHARACTERS = 64 * 1024;

const openArchive: (path: string, options: Options) => Promise<ZipFile> = promisify(open);

/** The functions that receive the contents of an archive. */
export interface ArchiveReaders {
  /** Receives an uploaded file. `path` is relative to the folder of the area. The stream fails for a damaged file. */
  readFile: (area: FileArea, path: string, content: Readable) => Promise<void>;
  /** Receives the export. */
  readJson: (json: Readable) => Promise<void>;
  /** Receives the path of a file or folder that is not imported, and its number of files. */
  leaveOut: (path: string, files: number) => void;
}

/**
 * Reads a ZIP archive: its export, if it has one, then its uploaded files one by one. Nothing is unpacked to the disk. Before the
 * first file is read, all entries are checked: no paths outside of the archive, no encryption, no symbolic links that the import would
 * read, and limits for the number and sizes of files. Archives in the archive are left out.
 * @throws ValidationError for a rejected archive; the errors of the readers; errors of the operating system
 */
export async function readArchive(path: string, readers: ArchiveReaders): Promise<void> {
  try {
    await withArchive(path, async (archive) => {
      const contents = await examineEntries(archive, path);
      const json = await chooseExport(archive, contents);
      if (json === undefined && contents.files === 0) {
        throw archiveError('contains no export of Ghost and no uploaded files');
      }
      for (const [name, files] of filesLeftOut(contents, json)) readers.leaveOut(name, files);
      if (json !== undefined) await readers.readJson(contentOf(archive, json.entry));
      if (contents.files > 0) await readFiles(path, readers.readFile);
    });
  } catch (cause) {
    // yauzl throws errors of the class `Error` for an invalid archive, also for paths outside of it.
    // Errors of the operating system, e.g. of a full disk, have the property `syscall`.
    if (!(cause instanceof Error) || cause.constructor !== Error || 'syscall' in cause) throw cause;
    throw archiveError('could not be read', cause.message, cause);
  }
}

/** A JSON file that may be the export. `depth` is the number of segments in its path. */
interface Candidate {
  entry: Entry;
  name: string;
  depth: number;
}

interface Contents {
  candidates: Candidate[];
  /** The number of uploaded files. */
  files: number;
  /** The number of other files, and the name of the first one, by the name of their group, see `purposeOf`. */
  others: Map<string, { files: number; firstName: string }>;
}

async function examineEntries(archive: ZipFile, path: string): Promise<Contents> {
  const contents: Contents = { candidates: [], files: 0, others: new Map() };
  const maxBytes = Math.max(MIN_UNPACKED_LIMIT, (await stat(path)).size * MAX_EXPANSION_FACTOR);
  let bytes = 0;
  for await (const entry of entriesOf(archive)) {
    const name = nameOf(entry);
    const purpose = purposeOf(name);
    assertReadable(entry, purpose);
    bytes += entry.uncompressedSize;
    if (bytes > maxBytes) throw archiveError('is too large when unpacked', name);
    if (purpose.kind === 'file') contents.files += 1;
    else if (purpose.kind === 'json') contents.candidates.push({ entry, name, depth: purpose.depth });
    else if (purpose.kind === 'other') {
      const { files, firstName } = contents.others.get(purpose.group) ?? { files: 0, firstName: name };
      contents.others.set(purpose.group, { files: files + 1, firstName });
    }
    if (contents.candidates.length > MAX_JSON_FILES) throw archiveError('contains too many JSON files', name);
  }
  return contents;
}

/**
 * The JSON file with the export: the export with the fewest folders above it, because deeper ones are usually backups.
 * @returns undefined when none is an export
 * @throws ValidationError if several exports have the fewest folders above them
 */
async function chooseExport(
  archive: ZipFile,
  { candidates, files }: Pick<Contents, 'candidates' | 'files'>,
): Promise<Candidate | undefined> {
  // If the archive contains nothing else to import, its only JSON file is not examined: the parser reports why it is no export.
  if (candidates.length === 1 && files === 0) return candidates[0];
  const exports: Candidate[] = [];
  for (const candidate of candidates) {
    if (looksLikeExport(await headOf(contentOf(archive, candidate.entry)))) exports.push(candidate);
  }
  const depth = Math.min(...exports.map((one) => one.depth));
  const top = exports.filter((one) => one.depth === depth);
  if (top.length < 2) return top[0];
  throw archiveError('contains several exports; import them one by one', top.map(({ name }) => name).join(', '));
}

function looksLikeExport(head: string): boolean {
  return /^\uFEFF?\s*\{/.test(head) && /"(?:db|data)"\s*:\s*[[{]/.test(head);
}

/** The first characters of a stream. */
async function headOf(stream: Readable): Promise<string> {
  let head = '';
  for await (const piece of stream) {
    head += String(piece);
    if (head.length >= HEAD_CHARACTERS) break;
  }
  return head;
}

function filesLeftOut({ candidates, others }: Contents, json: Candidate | undefined): [string, number][] {
  const unused = candidates.filter((one) => one !== json).map(({ name }): [string, number] => [name, 1]);
  const groups = [...others].map(([group, { files, firstName }]): [string, number] =>
    files === 1 ? [firstName, 1] : [group, files],
  );
  return [...unused, ...groups];
}

async function readFiles(path: string, readFile: ArchiveReaders['readFile']): Promise<void> {
  await withArchive(path, async (archive) => {
    for await (const entry of entriesOf(archive)) {
      const purpose = purposeOf(nameOf(entry));
      if (purpose.kind === 'file') await readFile(purpose.area, purpose.path, contentOf(archive, entry));
    }
  });
}

async function withArchive(path: string, read: (archive: ZipFile) => Promise<void>): Promise<void> {
  const archive = await openArchive(path, { lazyEntries: true, autoClose: false });
  try {
    await read(archive);
  } finally {
    archive.close();
  }
}

/** The entries of an archive, read one at a time. An open archive can be iterated only once. */
async function* entriesOf(archive: ZipFile): AsyncGenerator<Entry> {
  if (archive.entryCount > MAX_ENTRIES) throw archiveError('contains too many files', `${archive.entryCount}`);
  for (let left = archive.entryCount; left > 0; left -= 1) {
    const next = once(archive, 'entry');
    archive.readEntry();
    const [entry] = (await next) as [Entry];
    yield entry;
  }
}

function contentOf(archive: ZipFile, entry: Entry): Readable {
  return Readable.from(readVerified(archive, entry));
}

/** Reads an entry and compares its checksum, which yauzl does not do. */
async function* readVerified(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    const stream = await openEntry(archive, entry);
    // yauzl may emit a second error after the first one ended the stream.
    stream.on('error', () => undefined);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (cause) {
    throw archiveError('contains a damaged file', nameOf(entry), cause);
  }
  if (sum !== entry.crc32) throw archiveError('contains a damaged file', nameOf(entry));
}

function openEntry(archive: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    archive.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}
