import type { AlmanacError } from '@almanac/errors';
import type { JsonObject } from '../../serialization/json';
import { toJson } from '../../serialization/to-json';

/** An error of the Content API: empty keys are left out, and `help` is part of `context`. */
export function error(failure: AlmanacError): JsonObject {
  const context = [failure.context, failure.help].filter((text) => text !== undefined).join(' ');
  return {
    errors: [
      {
        message: failure.message,
        ...(context !== '' && { context }),
        errorType: failure.type,
        ...(failure.details !== undefined && { errorDetails: toJson(failure.details) }),
      },
    ],
  };
}
