import { ValidationError } from '@almanac/errors';
import { isUtf8 } from 'node:buffer';
import type { Entry } from 'yauzl';
import { MAX_EXPORT_BYTES } from './export-limits';

/** The folders of uploaded files in an archive. */
export type FileArea = 'images' | 'media' | 'files';

/** The purpose of an entry of an archive. */
export type EntryPurpose =
  | { kind: 'file'; area: FileArea; path: string }
  | { kind: 'json'; depth: number }
  | { kind: 'other'; group: string }
  | { kind: 'nothing' };

const FILE = /^(?:.*?\/)??content\/(images|media|files)\/(.+)$/;
/** Archives of one folder leave out `content/`. */
const FILE_OF_FOLDER = /^(?:[^/]+\/)?(images|media|files)\/(.+)$/;
/** Packages of themes and settings of the installation, which are JSON as well. */
const NO_EXPORT = /(?:^|\/)(?:themes|settings|node_modules)\//;
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\.gitkeep$|\.gitignore$)|\/$/;

/** The purpose of the entry with this name. */
export function purposeOf(name: string): EntryPurpose {
  if (IGNORED.test(name)) return { kind: 'nothing' };
  const [, area, path] = FILE.exec(name) ?? FILE_OF_FOLDER.exec(name) ?? [];
  if (path !== undefined) return { kind: 'file', area: area as FileArea, path };
  if (/\.json$/i.test(name) && !NO_EXPORT.test(name)) return { kind: 'json', depth: name.split('/').length };
  return { kind: 'other', group: groupOf(name) };
}

/** The name under which other entries are reported: the archive in the archive, or the folder. */
function groupOf(name: string): string {
  if (/\.(?:zip|tar|gz|tgz|rar|7z)$/i.test(name)) return name;
  const [, folder] = /^((?:.*?\/)?content\/[^/]+\/|[^/]+\/)/.exec(name) ?? [];
  return folder ?? name;
}

const UTF_8 = 0x800;

/** The name of an entry. macOS writes names in UTF-8 without the flag that says so. */
export function nameOf(entry: Entry): string {
  const { fileNameRaw: raw } = entry as Entry & { fileNameRaw: Buffer };
  const isFlagged = (entry.generalPurposeBitFlag & UTF_8) !== 0;
  return isFlagged || !isUtf8(raw) ? entry.fileName : raw.toString('utf8').replaceAll('\\', '/');
}

const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
const ENCRYPTED = 1;

/** @throws ValidationError for a link, an encrypted file, or a JSON file that is too large */
export function assertReadable(entry: Entry, purpose: EntryPurpose): void {
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & FILE_TYPE) === SYMBOLIC_LINK) throw refusedArchive('holds a link', nameOf(entry));
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) {
    throw refusedArchive('is encrypted; pack it without a password', nameOf(entry));
  }
  if (purpose.kind === 'json' && entry.uncompressedSize > MAX_EXPORT_BYTES) {
    throw refusedArchive('holds a file that is too large', nameOf(entry));
  }
}

/** The error for an archive that is not read. */
export function refusedArchive(reason: string, context?: string, cause?: unknown): ValidationError {
  return new ValidationError(`The archive ${reason}.`, { property: 'importfile', context, cause });
}
