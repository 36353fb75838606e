/** An expensive request. */
export interface WorstRequest {
  name: string;
  path: string;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | FormData;
}

/** Longest URL that a service accepts. */
export const URL_LENGTH = 15_000;

/** A string of at most `length` characters that repeats `unit`. */
export const filled = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const NESTED_FILTERS: [string, string][] = [
  ['many ORs', filled('slug:a,', URL_LENGTH / 2) + 'slug:a'],
  ['many ANDs', filled('slug:-a+', URL_LENGTH / 2) + 'slug:a'],
  ['deep brackets', `${'('.repeat(3_000)}slug:a${')'.repeat(3_000)}`],
  ['nested alternatives', `${'(slug:a,'.repeat(800)}slug:a${')'.repeat(800)}`],
  ['a long list', `slug:[${filled('a,', URL_LENGTH / 2)}a]`],
  ['a long negated list', `slug:-[${filled('ab,', URL_LENGTH / 2)}a]`],
  ['hostile wildcards', `slug:~'${filled('%_', URL_LENGTH / 4)}'`],
  ['a long string', `slug:'${'a'.repeat(URL_LENGTH - 100)}'`],
  ['escapes', `slug:'${filled("\\'", URL_LENGTH / 4)}`],
  ['a word without end', 'a'.repeat(URL_LENGTH - 100)],
  ['blanks', `slug:a${' '.repeat(4_000)}+`],
  ['colons', ':'.repeat(URL_LENGTH / 3)],
  ['relative dates', filled('created_at:>now-99999999d+', URL_LENGTH / 2) + 'slug:a'],
];

/** Filters for a resource with a slug; `relations` are its further filter paths. */
export function worstFilters(relations: readonly string[]): [name: string, filter: string][] {
  const through = relations.flatMap((path): [string, string][] => [
    [`many ORs on ${path}`, filled(`${path}:a,`, 4_000) + `${path}:b`],
    [`many ANDs on ${path}`, filled(`${path}:a+`, 4_000) + `${path}:b`],
    [`many negations on ${path}`, filled(`${path}:-[a,b]+`, 4_000) + `${path}:b`],
  ]);
  return [...NESTED_FILTERS, ...through];
}

/** Selections and orders that repeat their names. */
export const worstSelections: readonly [string, string][] = [
  ['many includes', `include=${filled('tags,authors,', URL_LENGTH - 200)}`],
  ['unknown includes', `include=${filled('a.b.c,', URL_LENGTH - 200)}`],
  ['many fields', `fields=${filled('id,title,', URL_LENGTH - 200)}`],
  ['many orders', `order=${encodeURIComponent(filled('slug asc,', 8_000))}`],
  ['blanks in orders', `order=${'%20'.repeat(4_000)}`],
  ['many formats', `formats=${filled('html,plaintext,', URL_LENGTH - 200)}`],
  ['everything', 'limit=all&include=tags,authors&formats=html,plaintext'],
  ['a far page', 'limit=1&page=99999999999999'],
  ['many parameters', filled('a=1&', URL_LENGTH - 200)],
  ['one parameter many times', filled('filter=a:1&', URL_LENGTH - 200)],
  ['nested parameters', `filter${filled('[a]', URL_LENGTH - 400)}=1`],
  ['broken escapes', filled('%E0%A4&', URL_LENGTH - 200)],
];
