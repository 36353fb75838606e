import { AlmanacError, MaintenanceError, messageOf } from '@almanac/errors';
import { type Logger } from '@almanac/platform';
import { type Issue } from '@almanac/validation';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { randomUUID } from 'node:crypto';
import { translateDatabaseFailure, originalError } from './original-error';
import { PERSISTED_QUERY_NOT_SUPPORTED } from './persisted-queries.plugin';

/** Codes of our own errors that GraphQL clients get as BAD_USER_INPUT. */
const INPUT_CODES = new Set(['VALIDATION', 'BAD_REQUEST', 'INCORRECT_USAGE']);
/** Codes of Apollo Server for requests it cannot execute. Their messages are meant for clients. */
const REQUEST_CODES = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  PERSISTED_QUERY_NOT_SUPPORTED,
]);

/** A pattern for the message of graphql-js about a wrong variable. @param value the regular expression for the value in the message */
function variableMessage(value: string): RegExp {
  const start = String.raw`^Variable "\$(?<variable>\w+)" got invalid value `;
  return new RegExp(String.raw`${start}${value}(?: at "(?<path>[^"]+)")?; (?<reason>.*)$`, 's');
}

/** In the message, ` at ` or `; ` follows the value. Strings inside the value can contain both, and are skipped as JSON strings. */
const VARIABLE = variableMessage(String.raw`(?:[^"]|"[^"\\]*(?:\\.[^"\\]*)*")*?`);
/** For values with an unpaired quotation mark: keys of objects are not quoted, so they can contain one. */
const VARIABLE_WITH_ANY_VALUE = variableMessage('.*?');

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

/** Converts the message of graphql-js about a wrong variable to issues. In paths of issues, the list index `[0]` is `.0`. */
function issuesOfVariable(message: string): Issue[] {
  const match = VARIABLE.exec(message) ?? VARIABLE_WITH_ANY_VALUE.exec(message);
  const { variable, path, reason } = match?.groups ?? {};
  if (variable === undefined || reason === undefined) return [];
  return [{ path: (path ?? variable).replaceAll(/\[(\d+)\]/g, '.$1'), message: reason }];
}

/** The error of a request that Apollo Server refused: keeps the message, and adds the issues of a wrong variable. */
function requestError(
  { message, locations, extensions }: GraphQLFormattedError,
  thrown: unknown,
): GraphQLFormattedError {
  const origin = thrown instanceof GraphQLError ? thrown.originalError : undefined;
  // If a scalar refuses a literal, Apollo Server sets the code GRAPHQL_VALIDATION_FAILED. For clients it is wrong input.
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

/** Whether graphql-js itself raised the error, outside of a field: too many wrong variables, for example. */
function isRequestError(thrown: unknown): boolean {
  return thrown instanceof GraphQLError && thrown.originalError === undefined && thrown.path === undefined;
}

/**
 * Formats errors for clients. Errors of libs/errors with a status below 500, and MaintenanceError, keep their message, issues and code,
 * except that codes for wrong input become BAD_USER_INPUT. Requests that Apollo Server or graphql-js refuses keep the message of these
 * libraries. Of every other error the client gets only an id, with which the error is logged.
 */
export function createErrorFormatter(logger: Logger) {
  return (formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError => {
    const { locations, path } = formatted;
    const locationAndPath = { ...(locations && { locations }), ...(path && { path }) };
    const error = translateDatabaseFailure(originalError(thrown));
    if (error instanceof MaintenanceError) {
      const reason = error.cause === undefined ? error.context : messageOf(error.cause);
      logger.warn(error.message, { reason, path: path?.join('.') });
    }
    if (error instanceof AlmanacError && (error.status < 500 || error instanceof MaintenanceError)) {
      return { message: error.message, ...locationAndPath, extensions: extensionsOf(error) };
    }
    if (REQUEST_CODES.has(String(formatted.extensions?.code))) return requestError(formatted, thrown);
    if (isRequestError(thrown))
      return { message: formatted.message, ...locationAndPath, extensions: { code: 'BAD_USER_INPUT' } };
    const id = randomUUID();
    logger.error('Unexpected error in a GraphQL operation', error instanceof Error ? error : { thrown: error }, {
      errorId: id,
      path: path?.join('.'),
    });
    return {
      message: 'An unexpected error occurred.',
      ...locationAndPath,
      extensions: { code: 'INTERNAL_SERVER_ERROR', id },
    };
  };
}
