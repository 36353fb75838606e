import { request } from 'undici';
import { gunzipSync } from 'node:zlib';
import type { JsonValue } from './exchange';

/** A request to a service, without placeholders. */
export interface ServiceRequest {
  method: string;
  /** The URL with its query. */
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** The response of a service. */
export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  /** Parsed JSON, or text. */
  body: JsonValue;
}

/** Sends a request. Does not follow redirects. Adds the header `accept: application/json` if `accept` is missing. */
export async function sendRequest({ method, url, headers, body }: ServiceRequest): Promise<ServiceResponse> {
  const response = await request(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    body,
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const isZipped = response.headers['content-encoding'] === 'gzip';
  const text = (isZipped ? gunzipSync(bytes) : bytes).toString();
  return { status: response.statusCode, headers: flattenHeaders(response.headers), body: parseBody(text) };
}

function flattenHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return Object.fromEntries(entries);
}

function parseBody(text: string): JsonValue {
  if (!/^\s*[[{"]/.test(text)) return text;
  try {
    const json: JsonValue = JSON.parse(text);
    return json;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
