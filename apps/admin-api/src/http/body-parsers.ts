import { BadRequestError } from '@almanac/errors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import qs from 'qs';

const MAX_VALUES = 10_000;
const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];
const FORM_LIMITS = { depth: 6, arrayLimit: 100, parameterLimit: 1000 };

/**
 * Escapes of what the database cannot hold, the null character and halves of characters; and what spells the names of properties
 * that decide what kind of object a copy is.
 */
const needsCare = /\\u(?:0000|00[4-7][\da-f]|d[89a-f][\da-f]{2})|__proto__|constructor/i;
const NAMES_OF_KIND = new Set(['__proto__', 'constructor']);

/** A text as it can be stored: without null characters, and with a mark where half a character stood. */
function storable(value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value.replaceAll('\0', '')).toString() : value;
}

/** Revives a value of JSON: texts as they can be stored, and no property that decides what kind of object a copy is. */
function harmless(name: string, value: unknown): unknown {
  return NAMES_OF_KIND.has(name) ? undefined : storable(value);
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  assertFewValues(text);
  try {
    return needsCare.test(text) ? JSON.parse(text, harmless) : JSON.parse(text);
  } catch (error) {
    throw new BadRequestError(error instanceof Error ? error.message : 'The body is not JSON.', { cause: error });
  }
}

/** Each value costs far more than its characters wherever a body is checked, and no request has as many. */
function assertFewValues(text: string): void {
  let count = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) inString = !inString;
    else if (inString) at += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA || code === BRACKET || code === BRACE) count += 1;
  }
  if (count <= MAX_VALUES) return;
  throw new BadRequestError(`The body has more than ${MAX_VALUES} values: send fewer at a time.`);
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * What a body may be: JSON, or a form in the bracket notation (`posts[0][title]=…`). Anything else counts as no body at
 * all, so that its route answers with what is missing.
 */
export function addBodyParsers(app: NestFastifyApplication, bodyLimit: number): void {
  const readAs = (type: string, read: (text: string) => unknown): void => {
    app.useBodyParser(type, { bodyLimit }, (_request: unknown, body: Buffer, done: Done) => {
      done(null, read(body.toString('utf8')));
    });
  };
  readAs('application/json', parseJson);
  readAs('application/x-www-form-urlencoded', (text) => qs.parse(text.replaceAll('%00', ''), FORM_LIMITS));
  readAs('*', () => ({}));
}
