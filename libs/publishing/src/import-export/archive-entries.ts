import { ValidationError } from '@almanac/errors';
import { isUtf8 } from 'node:buffer';
import type { Entry } from 'yauzl';
import { MAX_EXPORT_BYTES } from './export-limits';

/** The folders of uploaded files in an archive. */
export type FileArea = 'images' | 'media' | 'files';

/** The purpose of an entry of a ZIP archive. */
export type EntryPurpose =
  /** An uploaded file; `path` is relative to the folder of its area. */
  | { kind: 'file'; area: FileArea; path: string }
  /** A JSON file that may be the export; `depth` is the number of segments in its path. */
  | { kind: 'json'; depth: number }
  /** A file that is not imported. Several files of a group are reported together, under the name `group`; a single one by its own name. */
  | { kind: 'other'; group: string }
  /** An entry that is not reported: a directory, or a file of the operating system or of Ghost. */
  | { kind: 'ignored' };

/** Matches the path of an uploaded file. */
const FILE = /^(?:.*?\/)??content\/(images|media|files)\/(.+)$/;
/** Matches such a path without `content/`, which archives of a single folder may leave out. */
const FILE_OF_FOLDER = /^(?:[^/]+\/)?(images|media|files)\/(.+)$/;
/** Matches folders of themes and of the installation. Their JSON files are not exports. */
const NEVER_EXPORT = /(?:^|\/)(?:themes|settings|node_modules)\//;
/** Matches directories and files that are not reported. */
const IGNORED = /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|\.gitkeep$|\.gitignore$)|\/$/;
/** Ghost puts these files into its content folder itself. */
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
 * The name of the group of an entry that is not imported. An archive in the archive, or a file in no folder, is the only entry of its
 * group, whose name is the path of the entry. The group of any other file is its folder below `content/`. If the path has no such folder,
 * the group is the first folder of the path.
 */
function groupOf(name: string): string {
  if (/\.(?:zip|tar|gz|tgz|bz2|xz|zst|rar|7z)$/i.test(name)) return name;
  const [, folder] = /^((?:.*?\/)?content\/[^/]+\/|[^/]+\/)/.exec(name) ?? [];
  return folder ?? name;
}

/** The bit of the general purpose flags of ZIP for names in UTF-8. */
const UTF_8_FLAG = 0x800;

/** The extra field of ZIP with the name in UTF-8 (Info-ZIP Unicode Path), which yauzl decodes. */
const UNICODE_PATH = 0x7075;

/** The name of an entry, with slashes. macOS writes names in UTF-8 without setting the flag, so such names are decoded again. */
export function nameOf(entry: Entry): string {
  // The property is missing in the types of yauzl.
  const { fileNameRaw: raw } = entry as Entry & { fileNameRaw: Buffer };
  const isFlagged = (entry.generalPurposeBitFlag & UTF_8_FLAG) !== 0;
  const isDecoded = isFlagged || entry.extraFields.some(({ id }) => id === UNICODE_PATH);
  return isDecoded || !isUtf8(raw) ? entry.fileName : raw.toString('utf8').replaceAll('\\', '/');
}

/** The bits of the file type in a POSIX file mode. */
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;
/** The bit of the general purpose flags of ZIP for encrypted entries. */
const ENCRYPTED_FLAG = 1;

/** @throws ValidationError for a symbolic link that the import would read, an encrypted file, or a JSON file that is too large */
export function assertReadable(entry: Entry, purpose: EntryPurpose): void {
  // The upper 16 bits contain the POSIX file mode.
  const mode = entry.externalFileAttributes >>> 16;
  // A folder `content` of Ghost contains a link to its default theme, which the import does not read.
  if ((mode & FILE_TYPE) === SYMBOLIC_LINK && (purpose.kind === 'file' || purpose.kind === 'json'))
    throw archiveError('contains a symbolic link', nameOf(entry));
  if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0) {
    throw archiveError('is encrypted; pack it without a password', nameOf(entry));
  }
  if (purpose.kind === 'json' && entry.uncompressedSize > MAX_EXPORT_BYTES) {
    throw archiveError('contains a JSON file that is too large', nameOf(entry));
  }
}

/** The error for a rejected archive. @param reason completes the sentence "The archive …" */
export function archiveError(reason: string, context?: string, cause?: unknown): ValidationError {
  return new ValidationError(`The archive ${reason}.`, { property: 'importfile', context, cause });
}
