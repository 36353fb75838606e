import { basename, extname } from 'node:path';

const MAX_LENGTH = 150;

/** The folder of images uploaded in this month (UTC), e.g. `images/2026/11`. */
export function imageFolder(now: Date): string {
  const [year, month] = now.toISOString().split('-');
  return `images/${year}/${month}`;
}

/**
 * The file name without folders and extension, safe for paths and URLs: other characters than word characters, `@` and `.`
 * become `-`.
 * @param filename as the client sent it; it may contain folders
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

/** Whether a path below `images/` may be served: no `..`, no hidden file, no character to escape. */
export function isServedName(path: string): boolean {
  return SERVED_NAME.test(path);
}

/** `name.png`, `name-1.png`, `name-2.png`… without end. */
export function* candidateNames(stem: string, extension: string): Generator<string> {
  yield `${stem}${extension}`;
  for (let number = 1; ; number += 1) yield `${stem}-${number}${extension}`;
}
