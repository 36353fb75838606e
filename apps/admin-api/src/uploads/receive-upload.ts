import {
  BadRequestError,
  RequestEntityTooLargeError,
  UnsupportedMediaTypeError,
  ValidationError,
} from '@almanac/errors';
import { allowUploadTime } from '@almanac/platform';
import { quoted } from '@almanac/validation';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { extname } from 'node:path';
import type { IncomingFile, ReceivedUpload, UploadRules } from './upload';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 10_000;
/** One file more than any route accepts, so that `receiveUpload` rejects the additional file with its own error. */
const MAX_FILES = 3;

/** A file of a form. The types of the library do not say that a part can lack both names. */
type FilePart = Omit<MultipartFile, 'fieldname' | 'filename'> & { fieldname?: string; filename?: string };

/** Formats a list, e.g. as `.json or .zip`. */
const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });

/**
 * Reads a form with one file, or two files if the rules allow a second one, and passes each file as a stream to `consume`.
 * @throws ValidationError if the file is missing or in another field, or if there is a file that the rules do not allow;
 *   UnsupportedMediaTypeError for an extension that the rules do not allow; RequestEntityTooLargeError if a file is too large;
 *   BadRequestError for a malformed form; the errors of `consume`
 */
export async function receiveUpload<T>(
  request: FastifyRequest,
  rules: UploadRules,
  consume: (file: IncomingFile) => Promise<T>,
): Promise<ReceivedUpload<T>> {
  // As in Ghost, an error message contains the operation (e.g. `edit post`) only if the error occurs after the form is complete.
  request.errorsNameOperation = false;
  if (!request.isMultipart()) throw missingFile(rules);
  // Handlers run after the guards, so only authorized requests get the longer timeout.
  allowUploadTime(request);
  const fieldList: [name: string, value: string][] = [];
  const received: { file?: { result: T }; second?: { result: T } } = {};
  for await (const part of partsOf(request, rules)) {
    if (part.type === 'field') fieldList.push([part.fieldname, String(part.value)]);
    else {
      const slot = slotOf(part, rules);
      if (slot === undefined || received[slot]) throw unexpectedFile(part, rules);
      const extensions = slot === 'file' ? rules.extensions : rules.second?.extensions;
      received[slot] = { result: await consumeFile(part, { ...rules, field: part.fieldname, extensions }, consume) };
    }
  }
  if (!received.file) throw missingFile(rules);
  request.errorsNameOperation = true;
  return {
    file: received.file.result,
    second: received.second?.result,
    fields: Object.fromEntries(fieldList),
    fieldList,
  };
}

/** `file` for the field of the first file, `second` for the field of the second file; undefined for any other field. */
function slotOf({ fieldname }: FilePart, { field, second }: UploadRules): 'file' | 'second' | undefined {
  if (fieldname === field) return 'file';
  return second && fieldname === second.field ? 'second' : undefined;
}

async function* partsOf(
  request: FastifyRequest,
  { maxBytes, maxFields = MAX_FIELDS }: UploadRules,
): AsyncGenerator<Multipart> {
  const limits = { fileSize: maxBytes, files: MAX_FILES, fields: maxFields, fieldSize: MAX_FIELD_BYTES };
  try {
    yield* request.parts({ limits });
  } catch (error) {
    throw isMalformedForm(error) ? malformedForm(error) : error;
  }
}

/** The parser throws a plain `Error` for malformed boundaries and headers. */
function isMalformedForm(error: unknown): boolean {
  return error instanceof Error && error.constructor === Error;
}

function malformedForm(cause: unknown): BadRequestError {
  return new BadRequestError('The form could not be read.', { cause });
}

async function consumeFile<T>(
  part: FilePart,
  rules: UploadRules,
  consume: (file: IncomingFile) => Promise<T>,
): Promise<T> {
  const { filename = '', mimetype: mimeType, file: stream } = part;
  if (rules.extensions?.includes(extname(filename).toLowerCase()) === false) {
    stream.resume();
    throw new UnsupportedMediaTypeError(rules.messages.unsupported, { help: helpFor(rules) });
  }
  try {
    const result = await consume({ filename, mimeType, stream });
    if (stream.truncated) throw new RequestEntityTooLargeError('The file is too large.');
    return result;
  } catch (error) {
    // A form that ends inside the file makes the stream fail with a plain `Error`, too.
    throw error === stream.errored && isMalformedForm(error) ? malformedForm(error) : error;
  } finally {
    stream.resume();
  }
}

function unexpectedFile({ file, fieldname = '' }: FilePart, rules: UploadRules): ValidationError {
  file.resume();
  const help = `${helpFor(rules)} There was a file in ${quoted(fieldname)}.`;
  return new ValidationError('Unexpected field', { code: 'LIMIT_UNEXPECTED_FILE', help });
}

function missingFile(rules: UploadRules): ValidationError {
  return new ValidationError(rules.messages.missing, { help: helpFor(rules) });
}

function helpFor({ field, extensions }: UploadRules): string {
  const accepted = extensions ? `, with the extension ${disjunction.format(extensions)}` : '';
  return `Send multipart/form-data with one file in the field ${quoted(field)}${accepted}.`;
}
