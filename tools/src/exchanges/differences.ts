import type { JsonValue } from './exchange';

/** A difference between the recorded response (`expected`) and the response of Almanac (`actual`). */
export interface Difference {
  /** `status`, `header:location`, or a path into the body like `posts[].html`. */
  at: string;
  expected: string;
  actual: string;
}

/** A string that stands for elements which the recording left out. */
const TRUNCATED = /^<\d+ more .*cut>$/;
/** A placeholder. As a key, it stands for keys that differ from response to response; they are not compared. */
const PLACEHOLDER = /^<[a-z ]+>$/;
/** Properties of errors whose texts have to be equal. */
const COMPARED_TEXTS = new Set(['message', 'context', 'type', 'errorType', 'property', 'code', 'help']);

/** Compares two bodies: their keys and types, which values are null, and the texts of errors. Other values may differ. */
export function shapeDifferences(expected: JsonValue | undefined, actual: JsonValue | undefined): Difference[] {
  const found: Difference[] = [];
  compare(expected ?? '', actual ?? '', '', found);
  return found;
}

/** The type of a JSON value: `array` and `null` are types of their own. */
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
  if (typeof expected === 'string' && TRUNCATED.test(expected)) return;
  if (kindOf(expected) !== kindOf(actual)) {
    found.push({ at, expected: kindOf(expected), actual: `${kindOf(actual)} ${brief(actual)}` });
  } else if (Array.isArray(expected) && Array.isArray(actual)) compareLists(expected, actual, at, found);
  else if (isObject(expected) && isObject(actual)) compareObjects(expected, actual, at, found);
  else if (at.startsWith('errors[]') && isComparedText(at) && expected !== actual) {
    found.push({ at, expected: brief(expected), actual: brief(actual) });
  }
}

function isComparedText(at: string): boolean {
  const key = at.split('.').at(-1) ?? '';
  return COMPARED_TEXTS.has(key) || at.includes('.details[]') || at.includes('.errorDetails[]');
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return kindOf(value) === 'object';
}

function compareLists(expected: JsonValue[], actual: JsonValue[], at: string, found: Difference[]): void {
  const complete = expected.filter((item) => !(typeof item === 'string' && TRUNCATED.test(item)));
  if (complete.length > 0 !== actual.length > 0) {
    found.push({ at: `${at}[]`, expected: `${complete.length} items`, actual: `${actual.length} items` });
    return;
  }
  complete.forEach((item, index) => {
    const counterpart = isSetting(item)
      ? actual.find((other) => isSetting(other) && other.key === item.key)
      : actual[index];
    if (counterpart !== undefined) compare(item, counterpart, `${at}[]`, found);
  });
}

/** Settings are compared with the setting that has the same key, because Almanac has other settings than the recorded site. */
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
    if (PLACEHOLDER.test(key) || TRUNCATED.test(key)) continue;
    if (!(key in actual)) found.push({ at: inside(key), expected: brief(value), actual: 'absent' });
    else compare(value, actual[key], inside(key), found);
  }
  for (const key of Object.keys(actual)) {
    if (!(key in expected)) found.push({ at: inside(key), expected: 'absent', actual: brief(actual[key]) });
  }
}

/** Removes repetitions: if 15 posts of a list lack a key, the result contains this difference once. */
export function unique(differences: Difference[]): Difference[] {
  const seen = new Map(differences.map((difference) => [`${difference.at} ${difference.expected}`, difference]));
  return [...seen.values()];
}
