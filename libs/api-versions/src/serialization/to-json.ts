import type { Json } from './json';

/** A value of unknown origin as plain JSON: dates become text, what JSON cannot say becomes null. */
export function toJson(value: unknown): Json {
  const text = JSON.stringify(value);
  return text === undefined ? null : parse(text);
}

function parse(text: string): Json {
  const json: Json = JSON.parse(text);
  return json;
}
