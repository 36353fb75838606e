import type { Difference } from './differences';
import type { Exchange, JsonValue } from './exchange';

/** What the same data has to give, to the value: what was found, in which order, on how many pages. */
const sameValues = new Set(['slug', 'limit', 'page', 'pages', 'total', 'next', 'prev']);

/** Exchanges whose lists differ because a row says so, or because somebody signed in at another moment. */
const explained: readonly { row: string; names: RegExp }[] = [
  { row: 'D7', names: /beyond/ },
  { row: 'D8', names: /^content\/(tags|authors)\// },
  { row: 'D10', names: /order-(nodir|random|unknown)/ },
  { row: 'D43', names: /filter-now/ },
  // Ghost 3 says `page: false` of a page whose fields are named.
  { row: 'B4', names: /pages\/browse-fields/ },
];

/** Compares what a list request found. */
export function valueDifferences({ name, response }: Exchange, actual: JsonValue): Difference[] {
  if (explained.some(({ names }) => names.test(name))) return [];
  return compared(response.body, actual, '');
}

function compared(expected: JsonValue | undefined, actual: JsonValue | undefined, at: string): Difference[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return expected
      .filter((item) => typeof item !== 'string')
      .flatMap((item, index) => compared(item, actual[index], `${at}[${index}]`));
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      compared(value, actual[key], at === '' ? key : `${at}.${key}`),
    );
  }
  if (!sameValues.has(at.split('.').at(-1) ?? '') || expected === actual) return [];
  return [{ at, expected: JSON.stringify(expected), actual: JSON.stringify(actual) ?? 'absent' }];
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
