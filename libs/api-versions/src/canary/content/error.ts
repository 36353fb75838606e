import type { AlmanacError } from '@almanac/errors';
import type { JsonObject } from '../../serialization/json';
import { closedObject, stringSchema, withSchema } from '../../serialization/json-schema';
import { toJson } from '../../serialization/to-json';

const schema = closedObject({
  errors: {
    type: 'array',
    items: {
      type: 'object',
      properties: { message: stringSchema, context: stringSchema, errorType: stringSchema, errorDetails: {} },
      required: ['message', 'errorType'],
      additionalProperties: false,
    },
  },
});

/** The body of an error response of the Content API. Keys without a value are left out, and `context` also contains the help. */
export const error = withSchema((failure: AlmanacError): JsonObject => {
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
}, schema);
