import { AlmanacError, MaintenanceError } from '@almanac/errors';
import { type Logger } from '@almanac/platform';
import { type Issue } from '@almanac/validation';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { randomUUID } from 'node:crypto';
import { knownError, originalError } from './original-error';
import { PERSISTED_QUERY_NOT_SUPPORTED } from './persisted-queries.plugin';

const INPUT_CODES = new Set(['VALIDATION', 'BAD_REQUEST', 'INCORRECT_USAGE']);
/** Codes Apollo Server gives to requests it cannot execute; their messages are meant for the client. */
const REQUEST_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  PERSISTED_QUERY_NOT_SUPPORTED,
]);
const VARIABLE = /^Variable "\$(?<variable>\w+)" got invalid value .*?(?: at "(?<path>[^"]+)")?; (?<reason>.*)$/s;

function issuesOf(error: AlmanacError): Issue[] {
  if (Array.isArray(error.details)) return error.details;
  return error.property === undefined ? [] : [{ path: error.property, message: error.message }];
}

function extensionsOf(error: AlmanacError): Record<string, unknown> {
  const code = INPUT_CODES.has(error.code) ? 'BAD_USER_INPUT' : error.code;
  const issues = issuesOf(error);
  return {
    code,
    ...(issues.length > 0 && { errors: issues }),
    ...(error.retryAfterSeconds !== undefined && { retryAfter: error.retryAfterSeconds }),
  };
}

/** What graphql-js says about a variable, as issues of our own shape. */
function issuesOfVariable(message: string): Issue[] {
  const { variable, path, reason } = VARIABLE.exec(message)?.groups ?? {};
  return variable === undefined || reason === undefined ? [] : [{ path: path ?? variable, message: reason }];
}

function requestError(
  { message, locations, extensions }: GraphQLFormattedError,
  thrown: unknown,
): GraphQLFormattedError {
  const origin = thrown instanceof GraphQLError ? thrown.originalError : undefined;
  // A scalar that refuses a literal is reported by validation; it is wrong input all the same.
  const isInput = origin instanceof GraphQLError && origin.extensions.code === 'BAD_USER_INPUT';
  const issues = issuesOfVariable(message);
  return {
    message,
    ...(locations && { locations }),
    extensions: {
      code: isInput ? 'BAD_USER_INPUT' : extensions?.code,
      ...(issues.length > 0 && { errors: issues }),
    },
  };
}

/**
 * What graphql-js raises itself, and not in a field, is about the request: too many wrong variables, for example, to which
 * Apollo Server gives no code.
 */
function isOfRequest(thrown: unknown): boolean {
  return thrown instanceof GraphQLError && thrown.originalError === undefined && thrown.path === undefined;
}

/**
 * Makes the error clients see: code and issues of the catalogue's errors, Apollo's own of requests it refused, and of
 * everything else no more than an id under which the log tells the rest.
 */
export function createErrorFormatter(logger: Logger) {
  return (formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError => {
    const { locations, path } = formatted;
    const place = { ...(locations && { locations }), ...(path && { path }) };
    const error = knownError(originalError(thrown));
    if (error instanceof MaintenanceError) {
      const reason = error.cause instanceof Error ? error.cause.message : error.context;
      logger.warn(error.message, { reason, path: path?.join('.') });
    }
    if (error instanceof AlmanacError && (error.status < 500 || error instanceof MaintenanceError)) {
      return { message: error.message, ...place, extensions: extensionsOf(error) };
    }
    if (REQUEST_CODES.has(String(formatted.extensions?.code))) return requestError(formatted, thrown);
    if (isOfRequest(thrown)) return { message: formatted.message, ...place, extensions: { code: 'BAD_USER_INPUT' } };
    const id = randomUUID();
    logger.error('unexpected error in an operation', error instanceof Error ? error : { thrown: error }, {
      errorId: id,
      path: path?.join('.'),
    });
    return {
      message: 'An unexpected error occurred.',
      ...place,
      extensions: { code: 'INTERNAL_SERVER_ERROR', id },
    };
  };
}
