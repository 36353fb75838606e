import type { Json } from './json';

/**
 * Returns the value as a client parses it from a response: dates are strings, and properties that are undefined are absent.
 * @returns null for undefined and for a function, which JSON cannot represent
 */
export function toJson(value: unknown): Json {
  const text = JSON.stringify(value);
  // `JSON.stringify` returns undefined for undefined and for a function, although its type does not say so.
  if (text === undefined) return null;
  const json: Json = JSON.parse(text);
  return json;
}
