/** The characters that flydrive accepts in keys, without `!`, which begins an escape. */
const PLAIN = /[\w/.-]/;
const MAX_SEGMENT_BYTES = 255;

/**
 * The key under which a path is stored. Characters other than ASCII letters and digits, `_`, `/`, `.` and `-` become `!` and two
 * hexadecimal digits per byte of UTF-8, because flydrive rejects them, or file systems treat them differently.
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
