import type { JsonValue } from './exchange';

/** How an answer differs from the recorded one: where, and what stands on either side. */
export interface Difference {
  /** `status`, `header:location`, or a path into the body like `posts[].html`. */
  at: string;
  expected: string;
  actual: string;
}

const cut = /^<\d+ more .*cut>$/;
const placeholder = /^<[a-z ]+>$/;
/** Texts that are part of the contract to the letter. */
const contractualTexts = new Set(['message', 'context', 'type', 'errorType', 'property', 'code', 'help']);

/** Compares two bodies in shape: keys, types, null or not, and the texts of errors to the letter. */
export function shapeDifferences(expected: JsonValue | undefined, actual: JsonValue | undefined): Difference[] {
  const found: Difference[] = [];
  compare(expected ?? '', actual ?? '', '', found);
  return found;
}

function kindOf(value: JsonValue | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function brief(value: JsonValue | undefined): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

function compare(expected: JsonValue, actual: JsonValue | undefined, at: string, found: Difference[]): void {
  if (typeof expected === 'string' && cut.test(expected)) return;
  if (kindOf(expected) !== kindOf(actual)) {
    found.push({ at, expected: kindOf(expected), actual: `${kindOf(actual)} ${brief(actual)}` });
  } else if (Array.isArray(expected) && Array.isArray(actual)) compareLists(expected, actual, at, found);
  else if (isObject(expected) && isObject(actual)) compareObjects(expected, actual, at, found);
  else if (at.startsWith('errors[]') && isContractual(at) && expected !== actual) {
    found.push({ at, expected: brief(expected), actual: brief(actual) });
  }
}

function isContractual(at: string): boolean {
  const key = at.split('.').at(-1) ?? '';
  return contractualTexts.has(key) || at.includes('.details[]') || at.includes('.errorDetails[]');
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return kindOf(value) === 'object';
}

function compareLists(expected: JsonValue[], actual: JsonValue[], at: string, found: Difference[]): void {
  const whole = expected.filter((item) => !(typeof item === 'string' && cut.test(item)));
  if (whole.length > 0 !== actual.length > 0) {
    found.push({ at: `${at}[]`, expected: `${whole.length} items`, actual: `${actual.length} items` });
    return;
  }
  whole.forEach((item, index) => {
    const counterpart = isSetting(item)
      ? actual.find((other) => isSetting(other) && other.key === item.key)
      : actual[index];
    if (counterpart !== undefined) compare(item, counterpart, `${at}[]`, found);
  });
}

/** Settings are told apart by their key: ours are others than those recorded. */
function isSetting(item: JsonValue | undefined): item is { key: string; value: JsonValue } {
  return isObject(item) && typeof item.key === 'string' && 'value' in item;
}

function compareObjects(
  expected: { [key: string]: JsonValue },
  actual: { [key: string]: JsonValue },
  at: string,
  found: Difference[],
): void {
  const inside = (key: string): string => (at === '' ? key : `${at}.${key}`);
  for (const [key, value] of Object.entries(expected)) {
    if (placeholder.test(key) || cut.test(key)) continue;
    if (!(key in actual)) found.push({ at: inside(key), expected: brief(value), actual: 'absent' });
    else compare(value, actual[key], inside(key), found);
  }
  for (const key of Object.keys(actual)) {
    if (!(key in expected)) found.push({ at: inside(key), expected: 'absent', actual: brief(actual[key]) });
  }
}

/** The difference without repetitions: a list of 15 posts that all lack a key lacks it once. */
export function unique(differences: Difference[]): Difference[] {
  const seen = new Map(differences.map((difference) => [`${difference.at} ${difference.expected}`, difference]));
  return [...seen.values()];
}
