import { createHash } from 'node:crypto';

const VOCABULARY = 30_000;
/** Each event is of one kind, except one in some thousand that is of all. */
const KINDS = ['concert', 'workshop', 'market'];
export const ALL_KINDS_EACH = 7_000;

const DIGITS = '0123456789';
const LETTERS = 'ghijklmnop';

/** The word of a rank in the vocabulary, the most frequent one first. */
function wordOf(rank: number): string {
  const digest = createHash('md5').update(String(rank)).digest('hex');
  return digest.slice(0, 7).replace(/\d/g, (digit) => LETTERS.charAt(DIGITS.indexOf(digit)));
}

/** SQL: a word of event `n`. By Zipf's law: its rank is the vocabulary raised to a random share. */
function wordAt(place: number): string {
  const rank = `floor(${VOCABULARY}::float8 ^ ((hashint8extended(n, ${place}) & 1048575) / 1048576::float8))::int`;
  return `translate(left(md5((${rank})::text), 7), '${DIGITS}', '${LETTERS}')`;
}

const wordsAt = (places: number[]): string => places.map(wordAt).join(` || ' ' || `);

const KIND = `case when n % ${ALL_KINDS_EACH} = 0 then '${KINDS.join(' ')}' else (array['${KINDS.join(`', '`)}'])[1 + (hashint8extended(n, 0) & 1048575) % ${KINDS.length}] end`;

/** SQL: the texts of event `n`. */
export const TITLE = `${KIND} || ' ' || ${wordsAt([1, 2])} || ' ' || n`;
export const DESCRIPTION = wordsAt([3, 4, 5, 6]);

/** SQL: the search document that the service makes of them: the parser of PostgreSQL finds the same words. */
export const SEARCH_DOCUMENT = `setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', description), 'C')`;

/** Two words, each in a third of the events, and both only in one of {@link ALL_KINDS_EACH}. */
export const EXCLUSIVE_WORDS = `${KINDS[0]} ${KINDS[1]}`;

/** Searches by what they look for, each with an event on its first page. */
export const SEARCHES: Record<string, string> = {
  'a frequent word': `${KINDS[0]}`,
  'the beginning of a frequent word': 'conc',
  'two frequent words': `${KINDS[0]} ${wordOf(1)}`,
  'a rare word and a frequent one': `${wordOf(20_000)} ${KINDS[0]}`,
  'a word of some thousand events': wordOf(60),
  'three letters of many words': wordOf(40).slice(0, 3),
  'a rare word': wordOf(20_000),
};
