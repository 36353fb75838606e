import type { AlmanacError } from '@almanac/errors';
import type { JsonObject } from '../../serialization/serializer';
import { toJson } from '../../serialization/to-json';

/** An error as the Content API tells it: what is empty is left out. */
export function error(failure: AlmanacError): JsonObject {
  return {
    errors: [
      {
        message: failure.message,
        ...(failure.context !== undefined && { context: failure.context }),
        errorType: failure.type,
        ...(failure.details !== undefined && { errorDetails: toJson(failure.details) }),
      },
    ],
  };
}
