import { createHash } from 'node:crypto';

const VOCABULARY = 30_000;
/** The title of each event has one of these words, except every 7,000th title, which has all. */
const KINDS = ['concert', 'workshop', 'market'];
export const EVENTS_PER_EVENT_OF_ALL_KINDS = 7_000;

const DIGITS = '0123456789';
const LETTERS = 'ghijklmnop';

/** The word of a rank in the vocabulary, the most frequent one first. */
function wordOf(rank: number): string {
  const digest = createHash('md5').update(String(rank)).digest('hex');
  return digest.slice(0, 7).replace(/\d/g, (digit) => LETTERS.charAt(DIGITS.indexOf(digit)));
}

/** SQL: a word of event `n`. Its rank is VOCABULARY to the power of a random number from 0 to 1, so ranks follow Zipf's law. */
function wordAt(place: number): string {
  const rank = `floor(${VOCABULARY}::float8 ^ ((hashint8extended(n, ${place}) & 1048575) / 1048576::float8))::int`;
  return `translate(left(md5((${rank})::text), 7), '${DIGITS}', '${LETTERS}')`;
}

const wordsAt = (places: number[]): string => places.map(wordAt).join(` || ' ' || `);

const KIND = `case when n % ${EVENTS_PER_EVENT_OF_ALL_KINDS} = 0 then '${KINDS.join(' ')}' else (array['${KINDS.join(`', '`)}'])[1 + (hashint8extended(n, 0) & 1048575) % ${KINDS.length}] end`;

/** SQL: the texts of event `n`. */
export const TITLE = `${KIND} || ' ' || ${wordsAt([1, 2])} || ' ' || n`;
export const DESCRIPTION = wordsAt([3, 4, 5, 6]);

/** SQL: the search document that the service stores for these texts. The parser of PostgreSQL finds the same words. */
export const SEARCH_DOCUMENT = `setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', description), 'C')`;

/** Two words. A third of the events has each, and only one of {@link EVENTS_PER_EVENT_OF_ALL_KINDS} has both. */
export const EXCLUSIVE_WORDS = `${KINDS[0]} ${KINDS[1]}`;

/** Search texts by their description. Each has a match on its first page. */
export const SEARCHES: Record<string, string> = {
  'a frequent word': `${KINDS[0]}`,
  'the beginning of a frequent word': 'conc',
  'two frequent words': `${KINDS[0]} ${wordOf(1)}`,
  'a rare word and a frequent one': `${wordOf(20_000)} ${KINDS[0]}`,
  'a word of some thousand events': wordOf(60),
  'three letters of many words': wordOf(40).slice(0, 3),
  'a rare word': wordOf(20_000),
};
