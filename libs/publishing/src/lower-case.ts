/**
 * A string in lower case, as PostgreSQL's `lower()` returns it in a database with a UTF-8 locale of the provider `libc`, or the
 * locale `C.UTF-8` of `builtin`. Both convert each character to one character, whatever its position. `String.prototype.toLowerCase` and
 * the provider `icu` return other characters for a Greek sigma at the end of a word, and for the Turkish İ.
 */
export function lowerCase(text: string): string {
  return Array.from(text, (character) => character.toLowerCase().slice(0, character.length)).join('');
}
