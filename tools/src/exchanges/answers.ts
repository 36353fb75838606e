import { request } from 'undici';
import { gunzipSync } from 'node:zlib';
import type { JsonValue } from './exchange';

/** A request about to be made, with every placeholder filled. */
export interface Call {
  method: string;
  /** Origin and path. */
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** What a service answered. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Parsed where it is JSON, else text. */
  body: JsonValue;
}

/** Makes a request exactly as told: no redirect is followed, no header added but `accept`. */
export async function ask({ method, url, headers, body }: Call): Promise<Answer> {
  const response = await request(url, {
    method: method === 'HEAD' ? 'HEAD' : method,
    headers: { accept: 'application/json', ...headers },
    body,
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const isZipped = response.headers['content-encoding'] === 'gzip';
  const text = (isZipped ? gunzipSync(bytes) : bytes).toString();
  return { status: response.statusCode, headers: flattened(response.headers), body: parsed(text) };
}

function flattened(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return Object.fromEntries(entries);
}

function parsed(text: string): JsonValue {
  if (!/^\s*[[{"]/.test(text)) return text;
  try {
    const json: JsonValue = JSON.parse(text);
    return json;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
