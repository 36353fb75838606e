import { createHash } from 'node:crypto';

/** The number of different words. */
const VOCABULARY = 30_000;
/** The title of each event has one of these words. Only every 7,000th title has all of them. */
const KINDS = ['concert', 'workshop', 'market'];
export const EVENTS_PER_EVENT_OF_ALL_KINDS = 7_000;

/** Replace the digits of hexadecimal digests by letters, so that words consist of letters. */
const DIGITS = '0123456789';
const LETTERS = 'ghijklmnop';

/** The word with this rank in the vocabulary; the most frequent word has rank 1. */
function wordOf(rank: number): string {
  const digest = createHash('md5').update(String(rank)).digest('hex');
  return digest.slice(0, 7).replace(/\d/g, (digit) => LETTERS.charAt(DIGITS.indexOf(digit)));
}

/**
 * SQL: a word of event `n`. Its rank is VOCABULARY to the power of a random number from 0 to 1, so frequencies follow Zipf's law.
 * @param place the number of the word in the event
 */
function wordAt(place: number): string {
  const rank = `floor(${VOCABULARY}::float8 ^ ((hashint8extended(n, ${place}) & 1048575) / 1048576::float8))::int`;
  return `translate(left(md5((${rank})::text), 7), '${DIGITS}', '${LETTERS}')`;
}

const wordsAt = (places: number[]): string => places.map(wordAt).join(` || ' ' || `);

/** SQL: the words of KINDS in the title of event `n`. */
const KIND = `case when n % ${EVENTS_PER_EVENT_OF_ALL_KINDS} = 0 then '${KINDS.join(' ')}' else (array['${KINDS.join(`', '`)}'])[1 + (hashint8extended(n, 0) & 1048575) % ${KINDS.length}] end`;

/** SQL: the title and the description of event `n`. */
export const TITLE = `${KIND} || ' ' || ${wordsAt([1, 2])} || ' ' || n`;
export const DESCRIPTION = wordsAt([3, 4, 5, 6]);

/**
 * SQL: the search document that the service stores for this title and
 * description. In them, PostgreSQL finds the same words as the service.
 */
export const SEARCH_DOCUMENT = `setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', description), 'C')`;

/** Two words. Each is in a third of the events, but only one of {@link EVENTS_PER_EVENT_OF_ALL_KINDS} events has both. */
export const EXCLUSIVE_WORDS = `${KINDS[0]} ${KINDS[1]}`;

/** Search texts by their description. The first page of results of each contains at least one event. */
export const SEARCHES: Record<string, string> = {
  'a frequent word': `${KINDS[0]}`,
  'the beginning of a frequent word': 'conc',
  'two frequent words': `${KINDS[0]} ${wordOf(1)}`,
  'a rare word and a frequent one': `${wordOf(20_000)} ${KINDS[0]}`,
  'a word of some thousand events': wordOf(60),
  'three letters of many words': wordOf(40).slice(0, 3),
  'a rare word': wordOf(20_000),
};
