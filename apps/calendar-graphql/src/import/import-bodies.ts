import { BadRequestError, RequestEntityTooLargeError, UnsupportedMediaTypeError } from '@almanac/errors';
import multipart from '@fastify/multipart';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyRequest } from 'fastify';
import { requireViewer } from '../accounts/viewer';
import { bearerOf } from '../graphql/graphql-context';

/** Enough for a calendar with several thousand events. */
const MAX_IMPORT_BYTES = 5_000_000;
const IMPORT_PATH = '/import';
const CALENDAR_TYPE = 'text/calendar';

/**
 * Accepts the bodies of `POST /import`: an iCalendar file, or a form with one. A request without a bearer token is refused before its body
 * is read.
 */
export async function addImportBodies(app: NestFastifyApplication): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false });
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addContentTypeParser(
    CALENDAR_TYPE,
    { parseAs: 'buffer', bodyLimit: MAX_IMPORT_BYTES },
    (_request: FastifyRequest, body: Buffer, done: (error: null, body: Buffer) => void) => done(null, body),
  );
  fastify.addHook('onRequest', async (request) => {
    // The path of the route, because the router also accepts other spellings of the URL, e.g. `//import`.
    if (request.method !== 'POST' || request.routeOptions.url !== IMPORT_PATH) return;
    // Throws the same error as for an invalid session.
    if (bearerOf(request) === undefined) requireViewer(null);
  });
}

/**
 * The file of an import: the body, or the only file of a form.
 * @throws BadRequestError for a form without a file, and for a malformed form
 * @throws RequestEntityTooLargeError for a file of a form that is too large
 * @throws UnsupportedMediaTypeError for a body that is neither an iCalendar file nor a form
 */
export async function readImportBody(request: FastifyRequest): Promise<Uint8Array> {
  if (request.isMultipart()) return readForm(request);
  if (request.body instanceof Uint8Array) return request.body;
  throw new UnsupportedMediaTypeError('Send the file as text/calendar, or as multipart/form-data with one file.');
}

async function readForm(request: FastifyRequest): Promise<Uint8Array> {
  const limits = { fileSize: MAX_IMPORT_BYTES, files: 1, fields: 10, fieldSize: 1_000 };
  try {
    const part = await request.file({ limits });
    if (!part) throw new BadRequestError('The form has no file.');
    const bytes = await part.toBuffer();
    if (part.file.truncated) throw new RequestEntityTooLargeError('The file is too large.');
    return bytes;
  } catch (error) {
    // The parser throws a plain `Error` for malformed boundaries and headers.
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    throw new BadRequestError('The form could not be read.', { cause: error });
  }
}
