import type { Difference } from './differences';
import type { Exchange, JsonValue } from './exchange';

/** Keys whose values have to be equal for the same content: they show which items a list has, in which order, on how many pages. */
const COMPARED_KEYS = new Set(['slug', 'limit', 'page', 'pages', 'total', 'next', 'prev']);

/** Lists that may differ, by the names of their exchanges. */
const explanations: readonly { reason: string; names: RegExp }[] = [
  { reason: 'Past the last page there is no next page.', names: /beyond/ },
  { reason: 'Totals count only the tags and authors that are listed.', names: /^content\/(tags|authors)\// },
  {
    reason: 'An unknown field in `order` is ignored, so the default order applies.',
    names: /order-(nodir|random|unknown)/,
  },
  { reason: 'Filters know relative dates, as later versions of Ghost do.', names: /filter-now/ },
  { reason: 'Ghost marks pages with `page: false` when fields are named.', names: /pages\/browse-fields/ },
];

/** The differences between the items and the pagination of a recorded list and those of Almanac's response. */
export function valueDifferences({ name, response }: Exchange, actual: JsonValue): Difference[] {
  if (explanations.some(({ names }) => names.test(name))) return [];
  return differencesIn(response.body, actual, '');
}

function differencesIn(expected: JsonValue | undefined, actual: JsonValue | undefined, at: string): Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return expected
      .filter((item) => typeof item !== 'string')
      .flatMap((item, index) => differencesIn(item, actual[index], `${at}[${index}]`));
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      differencesIn(value, actual[key], at === '' ? key : `${at}.${key}`),
    );
  }
  if (!COMPARED_KEYS.has(at.split('.').at(-1) ?? '') || expected === actual) return [];
  return [{ at, expected: JSON.stringify(expected), actual: JSON.stringify(actual) ?? 'absent' }];
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
