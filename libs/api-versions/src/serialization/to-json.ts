import type { Json } from './json';

/** A value as plain JSON: dates become strings, values without a form in JSON become null. */
export function toJson(value: unknown): Json {
  const text = JSON.stringify(value);
  return text === undefined ? null : parse(text);
}

function parse(text: string): Json {
  const json: Json = JSON.parse(text);
  return json;
}
