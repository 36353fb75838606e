/** Characters that stay unchanged in keys. flydrive also accepts `!`, which begins an escape here, and white space. */
const PLAIN = /[\w/.-]/;
/** The maximum length of a file name in most file systems. */
const MAX_SEGMENT_BYTES = 255;

/**
 * The key under which a path is stored, in the normal form NFC. Each byte (UTF-8) of a character other than ASCII letters and digits, `_`,
 * `/`, `.` and `-` becomes `!` and two hexadecimal digits, because flydrive rejects these characters, or file systems treat them
 * differently.
 */
export function storageKey(path: string): string {
  return [...path.normalize('NFC')]
    .map((character) => (PLAIN.test(character) ? character : escaped(character)))
    .join('');
}

/** Whether each folder and the file name of a key is short enough for a file system. */
export function fitsFileSystem(key: string): boolean {
  return key.split('/').every((segment) => segment.length <= MAX_SEGMENT_BYTES);
}

function escaped(character: string): string {
  return [...Buffer.from(character)].map((byte) => `!${byte.toString(16).padStart(2, '0')}`).join('');
}
