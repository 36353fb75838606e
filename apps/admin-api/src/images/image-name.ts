import { basename, extname } from 'node:path';

const MAX_LENGTH = 150;

/** The name an image is stored under, its folder by the month: only word characters, `@`, `.` and `-`. */
export function imageFolder(now: Date): string {
  const [year, month] = now.toISOString().split('-');
  return `images/${year}/${month}`;
}

/**
 * The part of an uploaded file's name before its ending, made safe for paths and URLs.
 *
 * @param filename as the client sent it, perhaps with folders of its own
 */
export function imageStem(filename: string): string {
  const name = basename(filename.replaceAll('\\', '/'));
  const stem = name
    .slice(0, name.length - extname(name).length)
    .replace(/[^\w@.]/g, '-')
    .replace(/^\.+/, '')
    .slice(0, MAX_LENGTH);
  return stem === '' ? 'image' : stem;
}

const SERVED_NAME = /^(?:[\w@-][\w@.-]*\/)*[\w@-][\w@.-]*$/;

/** Whether a path below the folder of images is one that is served: no way up, nothing hidden, nothing to escape. */
export function isServedName(path: string): boolean {
  return SERVED_NAME.test(path);
}

/** The names to try for a file, in order: `name.png`, `name-1.png`, `name-2.png`… */
export function* candidateNames(stem: string, extension: string): Generator<string> {
  yield `${stem}${extension}`;
  for (let number = 1; ; number += 1) yield `${stem}-${number}${extension}`;
}
