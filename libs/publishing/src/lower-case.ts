/**
 * A string in lower case as PostgreSQL's `lower()` returns it, which converts each character by itself. `toLowerCase` differs for a
 * Greek sigma at the end of a word, and for the Turkish İ.
 */
export function lowerCase(text: string): string {
  return Array.from(text, (character) => character.toLowerCase().slice(0, character.length)).join('');
}
