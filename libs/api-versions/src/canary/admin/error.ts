import type { AdminErrorOccasion, Operation } from '../../contract';
import type { AlmanacError } from '@almanac/errors';
import type { JsonObject } from '../../serialization/json';
import { toJson } from '../../serialization/to-json';

const actions: Record<Operation['verb'], (noun: string) => string> = {
  browse: (noun) => `list ${plural(noun)}`,
  read: (noun) => `read ${noun}`,
  add: (noun) => `save ${noun}`,
  edit: (noun) => `edit ${noun}`,
  destroy: (noun) => `delete ${noun}`,
  upload: (noun) => `upload ${noun}`,
};

const openings: Record<string, string> = {
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
  VersionMismatchError: 'Version mismatch error, cannot',
};

const COLLISION = 'Saving failed! Someone else is editing this post.';

function plural(noun: string): string {
  return noun.endsWith('y') && !noun.endsWith('key') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/**
 * An error of the Admin API. The message of an error in a handler names the operation; the cause is in `context`.
 */
export function error(failure: AlmanacError, { id, operation }: AdminErrorOccasion): JsonObject {
  const { message, context } = operation ? sentences(failure, operation) : { ...failure, message: failure.message };
  return {
    errors: [
      {
        message,
        context: context ?? null,
        type: failure.type,
        details: failure.details === undefined ? null : toJson(failure.details),
        property: failure.property ?? null,
        help: failure.help ?? null,
        code: failure.narrowCode ?? null,
        id,
      },
    ],
  };
}

function sentences(failure: AlmanacError, operation: Operation): { message: string; context?: string } {
  const context = failure.context ? `${failure.message} ${failure.context}` : failure.message;
  if (failure.type === 'UpdateCollisionError') return { message: COLLISION, context: COLLISION };
  const opening = openings[failure.type];
  if (opening === undefined) return { message: failure.message, context: failure.context };
  return { message: `${opening} ${actions[operation.verb](operation.noun)}.`, context };
}
