import type { CalendarEvent } from './calendar-event.entity';

/** The replacements of letters that Unicode does not decompose into a base letter and marks. */
const FOLDED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' };
const FOLDABLE = /[ßæœøđðłıþ]/g;
const MARKS = /\p{M}+/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/** Scripts without spaces between words: each character is a term. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** One character of a script without spaces, or a sequence of other letters and digits. */
const UNSPACED_OR_SEQUENCE = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{N}])+`, 'gu');

/** The maximum length of a term, in characters. A longer term is cut. */
const MAX_TERM_LENGTH = 64;
/** The maximum number of terms of one word in a query. Only words of scripts without spaces have several terms. */
const MAX_TERMS_OF_QUERY_WORD = 64;
/** The maximum number of terms of an event. PostgreSQL stores positions up to 16,383. */
const MAX_TERMS = 10_000;
/**
 * The maximum size of all terms of an event. PostgreSQL limits a tsvector to 1,048,575 bytes, and stores up to 8 bytes for each term in
 * addition to its characters.
 */
const MAX_TERM_BYTES = 900_000;
const MAX_QUERY_WORDS = 10;
/** If the last word of a query has at least this length, it also finds words that begin with it. A shorter word would find too many. */
const MIN_PREFIX_LENGTH = 3;

/** The terms of one word: the word itself, or several terms if it contains characters of scripts without spaces. */
function termsOf(word: string): string[] {
  const terms = word.match(UNSPACED_OR_SEQUENCE) ?? [];
  return terms.map((term) => Array.from(term).slice(0, MAX_TERM_LENGTH).join(''));
}

/**
 * The words of a string in the form in which they are compared: in lower case, without accents, and with compatibility characters
 * replaced (NFKD). Words are not stemmed, because stemming depends on the language.
 */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').replace(MARKS, '').toLowerCase();
  return folded.replace(FOLDABLE, (letter) => FOLDED[letter] ?? letter).match(WORD) ?? [];
}

type Searchable = Pick<CalendarEvent, 'information' | 'locationName' | 'locationAddress'>;

/**
 * The value of a tsvector with the terms of an event in all languages: titles with weight A, places with B, descriptions with C.
 * This function makes the terms, not PostgreSQL, so that they do not depend on the locale and the extensions of the database.
 */
export function searchDocument({ information, locationName, locationAddress }: Searchable): string {
  const parts: [string, string][] = [
    ...information.map(({ title }): [string, string] => [title, 'A']),
    [[locationName ?? '', locationAddress ?? ''].join(' '), 'B'],
    ...information.map(({ description }): [string, string] => [description ?? '', 'C']),
  ];
  const positions = parts.flatMap(([text, weight]) =>
    wordsOf(text)
      .flatMap(termsOf)
      .map((term) => ({ term, weight })),
  );
  let bytes = 0;
  return positions
    .slice(0, MAX_TERMS)
    .filter(({ term }) => (bytes += Buffer.byteLength(term)) <= MAX_TERM_BYTES)
    .map(({ term, weight }, index) => `'${term}':${index + 1}${weight}`)
    .join(' ');
}

/**
 * The tsqueries for the first ten words of a string, one for each word. An event has to match all of them. Terms consist of letters and
 * digits, so they need no escaping. Only the last word matches as a prefix: prefixes are slow, because PostgreSQL first collects all
 * matches of each prefix.
 */
export function tsqueriesOfWords(text: string): string[] {
  const words = wordsOf(text).slice(0, MAX_QUERY_WORDS).map(termsOf);
  return words.map((terms, index) => {
    const [term = ''] = terms;
    const isLast = index === words.length - 1;
    const isPrefix = isLast && terms.length === 1 && term.length >= MIN_PREFIX_LENGTH;
    return isPrefix ? `'${term}':*` : queryOfWord(terms);
  });
}

/** The tsquery for a word. `<->` requires its terms to follow each other. */
function queryOfWord(terms: readonly string[]): string {
  const quoted = terms.slice(0, MAX_TERMS_OF_QUERY_WORD).map((term) => `'${term}'`);
  return `(${quoted.join(' <-> ')})`;
}
