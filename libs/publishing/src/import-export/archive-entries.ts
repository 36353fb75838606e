import { ValidationError } from '@almanac/errors';
import { isUtf8 } from 'node:buffer';
import type { Entry } from 'yauzl';
import { MAX_EXPORT_BYTES } from './export-limits';

/** The folders of uploaded files in an archive. */
export type FileArea = 'images' | 'media' | 'files';

/** The purpose of an entry of an archive. `depth`: the number of segments in its path. `group`: see `groupOf`. */
export type EntryPurpose =
  | { kind: 'file'; area: FileArea; path: string }
  | { kind: 'json'; depth: number }
  | { kind: 'other'; group: string }
  | { kind: 'ignored' };

const FILE = /^(?:.*?\/)??content\/(images|media|files)\/(.+)$/;
/** An archive of only one folder of uploaded files may leave out `content/`. */
const FILE_OF_FOLDER = /^(?:[^/]+\/)?(images|media|files)\/(.+)$/;
/** JSON files of themes and of the installation, which are never the export. */
const NEVER_EXPORT = /(?:^|\/)(?:themes|settings|node_modules)\//;
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\.gitkeep$|\.gitignore$)|\/$/;
/** Ghost itself puts these files into its content folder. */
const README_OF_GHOST = /^(?:(?:.*\/)?content\/|[^/]+\/)?(?:images|media)\/README\.md$/;

/** The purpose of an entry, by its name. */
export function purposeOf(name: string): EntryPurpose {
  if (IGNORED.test(name) || README_OF_GHOST.test(name)) return { kind: 'ignored' };
  const [, area, path] = FILE.exec(name) ?? FILE_OF_FOLDER.exec(name) ?? [];
  if (path !== undefined) return { kind: 'file', area: area as FileArea, path };
  if (/\.json$/i.test(name) && !NEVER_EXPORT.test(name)) return { kind: 'json', depth: name.split('/').length };
  return { kind: 'other', group: groupOf(name) };
}

/**
 * The name under which an entry that is not imported is reported: its own name if it is an archive or in no folder, otherwise the
 * name of its folder.
 */
function groupOf(name: string): string {
  if (/\.(?:zip|tar|gz|tgz|rar|7z)$/i.test(name)) return name;
  const [, folder] = /^((?:.*?\/)?content\/[^/]+\/|[^/]+\/)/.exec(name) ?? [];
  return folder ?? name;
}

/** The bit of the general purpose flags of ZIP for names in UTF-8. */
const UTF_8 = 0x800;

/** The name of an entry. macOS writes names in UTF-8 without setting the flag for UTF-8. */
export function nameOf(entry: Entry): string {
  // The type of the library lacks the property.
  const { fileNameRaw: raw } = entry as Entry & { fileNameRaw: Buffer };
  const isFlagged = (entry.generalPurposeBitFlag & UTF_8) !== 0;
  return isFlagged || !isUtf8(raw) ? entry.fileName : raw.toString('utf8').replaceAll('\\', '/');
}

/** The bits of the type in the mode of a file (POSIX). */
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
/** The bit of the general purpose flags of ZIP for encrypted entries. */
const ENCRYPTED = 1;

/** @throws ValidationError for a symbolic link, an encrypted file, or a JSON file that is too large */
export function assertReadable(entry: Entry, purpose: EntryPurpose): void {
  const mode = entry.externalFileAttributes >>> 16;
  if ((mode & FILE_TYPE) === SYMBOLIC_LINK) throw archiveError('contains a symbolic link', nameOf(entry));
  if ((entry.generalPurposeBitFlag & ENCRYPTED) !== 0) {
    throw archiveError('is encrypted; pack it without a password', nameOf(entry));
  }
  if (purpose.kind === 'json' && entry.uncompressedSize > MAX_EXPORT_BYTES) {
    throw archiveError('contains a JSON file that is too large', nameOf(entry));
  }
}

/** The error for an archive that is rejected. @param reason completes the sentence "The archive …" */
export function archiveError(reason: string, context?: string, cause?: unknown): ValidationError {
  return new ValidationError(`The archive ${reason}.`, { property: 'importfile', context, cause });
}
