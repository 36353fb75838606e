import type { ErrorOccurrence, Operation } from '../../contract';
import type { AlmanacError } from '@almanac/errors';
import type { JsonObject } from '../../serialization/json';
import { closedObject, stringOrNullSchema, stringSchema, withSchema } from '../../serialization/json-schema';
import { toJson } from '../../serialization/to-json';

const verbPhrases: Record<Operation['action'], (noun: string) => string> = {
  browse: (noun) => `list ${plural(noun)}`,
  read: (noun) => `read ${noun}`,
  add: (noun) => `save ${noun}`,
  edit: (noun) => `edit ${noun}`,
  destroy: (noun) => `delete ${noun}`,
  upload: (noun) => `upload ${noun}`,
};

/** The beginnings of messages by error type. A phrase from `verbPhrases` follows. */
const messageBeginnings: Record<string, string> = {
  InternalServerError: 'Internal server error, cannot',
  IncorrectUsageError: 'Incorrect usage error, cannot',
  NotFoundError: 'Resource not found error, cannot',
  BadRequestError: 'Request not understood error, cannot',
  UnauthorizedError: 'Authorisation error, cannot',
  NoPermissionError: 'Permission error, cannot',
  ValidationError: 'Validation error, cannot',
  UnsupportedMediaTypeError: 'Unsupported media error, cannot',
  TooManyRequestsError: 'Too many requests error, cannot',
  MaintenanceError: 'Server down for maintenance, cannot',
  RequestEntityTooLargeError: 'Request too large, cannot',
  RequestNotAcceptableError: 'Request could not be served, cannot',
  VersionMismatchError: 'Version mismatch error, cannot',
};

function plural(noun: string): string {
  return noun.endsWith('y') && !noun.endsWith('key') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** The schemas of the keys of an error. */
export const errorKeys = {
  message: stringSchema,
  context: stringOrNullSchema,
  type: stringSchema,
  details: {},
  property: stringOrNullSchema,
  help: stringOrNullSchema,
  code: stringOrNullSchema,
  id: stringSchema,
} as const;

/**
 * The JSON of one error. If there is an operation, the message names it, and `context` contains the original message. There are two
 * exceptions: UpdateCollisionError and types that are not in `messageBeginnings` keep their message.
 */
export function describeError(failure: AlmanacError, { id, operation }: ErrorOccurrence): JsonObject {
  const { message, context } = operation ? messageAndContext(failure, operation) : failure;
  return {
    message,
    context: context ?? null,
    type: failure.type,
    details: failure.details === undefined ? null : toJson(failure.details),
    property: failure.property ?? null,
    help: failure.help ?? null,
    code: failure.specificCode ?? null,
    id,
  };
}

/** The body of an error response of the Admin API. */
export const error = withSchema(
  (failure: AlmanacError, occurrence: ErrorOccurrence): JsonObject => ({
    errors: [describeError(failure, occurrence)],
  }),
  closedObject({ errors: { type: 'array', items: closedObject(errorKeys) } }),
);

function messageAndContext(failure: AlmanacError, operation: Operation): { message: string; context?: string } {
  const context = failure.context ? `${failure.message} ${failure.context}` : failure.message;
  if (failure.type === 'UpdateCollisionError') return { message: failure.message, context: failure.message };
  const beginning = messageBeginnings[failure.type];
  if (beginning === undefined) return { message: failure.message, context: failure.context };
  return { message: `${beginning} ${verbPhrases[operation.action](operation.noun)}.`, context };
}
