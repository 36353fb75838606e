import { randomBytes } from 'node:crypto';
import { basename, extname } from 'node:path';

/** The folders of uploaded files below `/content/`. */
export const contentAreas = ['images', 'media', 'files'] as const;
export type ContentArea = (typeof contentAreas)[number];

const MAX_LENGTH = 150;

/** The folder of files uploaded in this month (UTC), e.g. `images/2026/11`. */
export function monthFolder(area: ContentArea, now: Date): string {
  const [year, month] = now.toISOString().split('-');
  return `${area}/${year}/${month}`;
}

/**
 * The file name without folders and extension, safe for paths and URLs. It has at most 150 characters and no dot at the beginning. Each
 * character that is not an ASCII letter, a digit, `_`, `@` or `.` is replaced by `-`.
 * @param filename as the client sent it; it may contain folders
 * @returns `file` if no character is left
 */
export function fileStem(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/'));
  const stem = name
    .slice(0, name.length - extname(name).length)
    .replace(/[^\w@.]/g, '-')
    .replace(/^\.+/, '')
    .slice(0, MAX_LENGTH);
  return stem === '' ? 'file' : stem;
}

/**
 * A folder or file name in a path. It must not contain control characters, lone surrogates, which UTF-8 cannot encode, or the embeddings,
 * overrides and isolates of the bidirectional algorithm: after U+202E, `gpj.exe` is shown as `exe.jpg`. Other format characters are
 * permitted, because emoji and Persian names need joiners.
 */
const SERVED_SEGMENT = String.raw`(?!\.)[^/\\\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+`;
const SERVED_NAME = new RegExp(`^${SERVED_SEGMENT}(?:/${SERVED_SEGMENT})*$`, 'u');

/**
 * Whether a path below an area may be stored and served: no `..`, no hidden file, no backslash, no control character and no
 * character that reverses the text after it.
 */
export function isServedName(path: string): boolean {
  return SERVED_NAME.test(path);
}

/** The number of candidates with a consecutive number. Each candidate that is not free costs a request to the bucket. */
const MAX_NUMBER = 20;
const RANDOM_BYTES = 6;

/** `name.png`, `name-1.png` to `name-20.png`, as in Ghost, then names with 12 random hexadecimal digits, without end. */
export function* candidateNames(stem: string, extension: string): Generator<string> {
  yield `${stem}${extension}`;
  for (let number = 1; number <= MAX_NUMBER; number += 1) yield `${stem}-${number}${extension}`;
  for (;;) yield `${stem}-${randomBytes(RANDOM_BYTES).toString('hex')}${extension}`;
}
