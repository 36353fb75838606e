import { BadRequestError } from '@almanac/errors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import qs from 'qs';

const MAX_VALUES = 10_000;
const [QUOTE, COMMA, BRACKET, BACKSLASH, BRACE] = [0x22, 0x2c, 0x5b, 0x5c, 0x7b];

/**
 * Matches JSON that may contain characters that PostgreSQL cannot store (NUL, lone surrogates), or property names that can change
 * the prototype of a copied object. An escaped letter or underscore, e.g. `\u0063`, may be a part of such a name.
 */
const NEEDS_REVIVER = /\\u(?:0000|00[4-7][\da-f]|d[89a-f][\da-f]{2})|__proto__|constructor/i;
const PROTOTYPE_NAMES = new Set(['__proto__', 'constructor']);

/** Removes NUL from a string, and replaces each lone surrogate by U+FFFD. Other values are unchanged. */
function toStorable(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}

/** Reviver of `JSON.parse` that makes strings storable and drops `__proto__` and `constructor`. */
function revive(name: string, value: unknown): unknown {
  return PROTOTYPE_NAMES.has(name) ? undefined : toStorable(value);
}

const formOptions: qs.IParseOptions = {
  depth: 6,
  arrayLimit: 100,
  parameterLimit: 1000,
  decoder: (text, decode) => toStorable(decode(text)),
};

function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  assertFewValues(text);
  try {
    return NEEDS_REVIVER.test(text) ? JSON.parse(text, revive) : JSON.parse(text);
  } catch (error) {
    throw new BadRequestError(error instanceof Error ? error.message : 'The body is not JSON.', { cause: error });
  }
}

/**
 * Limits the number of values in a body, because validating a value takes far longer than parsing it (ADR 0132). The number of values
 * is estimated as the number of commas, `[` and `{` outside strings.
 * @throws BadRequestError for a body with too many values
 */
function assertFewValues(text: string): void {
  let count = 0;
  let inString = false;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) inString = !inString;
    else if (inString) position += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA || code === BRACKET || code === BRACE) count += 1;
  }
  if (count <= MAX_VALUES) return;
  throw new BadRequestError(`The body has more than ${MAX_VALUES} values. Send fewer values in one request.`);
}

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Parses JSON, and forms in bracket notation (`posts[0][title]=…`). `addUploads` handles `multipart/form-data`. A body of any other type
 * becomes `{}`, so that the route reports the missing fields.
 * @param bodyLimit in bytes
 */
export function addBodyParsers(app: NestFastifyApplication, bodyLimit: number): void {
  const addParser = (type: string, parse: (text: string) => unknown): void => {
    app.useBodyParser(type, { bodyLimit }, (_request: unknown, body: Buffer, done: Done) => {
      done(null, parse(body.toString('utf8')));
    });
  };
  addParser('application/json', parseJson);
  addParser('application/x-www-form-urlencoded', (text) => qs.parse(text, formOptions));
  // Replaces the parser of Fastify for `text/plain`, which `*` does not replace.
  addParser('text/plain', () => ({}));
  addParser('*', () => ({}));
}
