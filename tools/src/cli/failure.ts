import { AlmanacError } from '@almanac/errors';
import { ConfigurationError } from '@almanac/platform';
import { types } from 'node:util';

/** The description of an error for users and scripts, without a stack. */
export interface Failure {
  message: string;
  /** The code of an error of libs/errors, of PostgreSQL or of the operating system, or `CONFIGURATION`. */
  code?: string;
  /** What the user can do. */
  help?: string;
}

const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** What the user can do, by the codes of PostgreSQL and of the operating system. */
const HELP_BY_CODE: Record<string, string> = {
  '3D000': 'Create the database, then run almanac migrate.',
  '28P01': 'Check user and password in DATABASE_URL.',
  '28000': 'Check user and password in DATABASE_URL.',
  '42P01': 'Run almanac migrate.',
  '3F000': 'Run almanac migrate.',
  ENOENT: 'Check the path.',
  EACCES: 'Check the permissions of the path.',
  EISDIR: 'Give the path of a file, not of a folder.',
};

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * The error to describe: of an AggregateError the first one; otherwise
 * the first error with a code in the chain of causes, or the last cause.
 */
function rootCauseOf(error: Error): Error {
  const [first]: unknown[] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  if (types.isNativeError(first)) return rootCauseOf(first);
  if (codeOf(error) === undefined && types.isNativeError(error.cause)) return rootCauseOf(error.cause);
  return error;
}

/** Describes an error that a command threw. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof ConfigurationError) return { message: thrown.message, code: 'CONFIGURATION' };
  if (thrown instanceof AlmanacError) {
    const message = [thrown.message, thrown.context].filter(Boolean).join(' ');
    return { message, code: thrown.code, ...(thrown.help !== undefined && { help: thrown.help }) };
  }
  if (!types.isNativeError(thrown)) return { message: String(thrown) };
  const error = rootCauseOf(thrown);
  const code = codeOf(error);
  const message = error.message || error.name;
  if (code === undefined) return { message };
  if (CONNECTION_CODES.has(code)) {
    const help = 'Check that the server runs (npm start starts one) and that its address is right, e.g. DATABASE_URL.';
    return { message: `Cannot connect: ${message}.`, code, help };
  }
  const help = HELP_BY_CODE[code];
  return { message, code, ...(help !== undefined && { help }) };
}
