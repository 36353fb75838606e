import { BadRequestError } from '@almanac/errors';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import qs from 'qs';

const FORM_LIMITS = { depth: 6, arrayLimit: 100, parameterLimit: 1000 };

function parseJson(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequestError(error instanceof Error ? error.message : 'The body is not JSON.', { cause: error });
  }
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
  readAs('application/x-www-form-urlencoded', (text) => qs.parse(text, FORM_LIMITS));
  readAs('*', () => ({}));
}
