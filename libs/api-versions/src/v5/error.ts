import type { AlmanacError } from '@almanac/errors';
import { describeError, errorKeys } from '../canary/admin/error';
import type { ErrorOccurrence } from '../contract';
import type { JsonObject } from '../serialization/json';
import { closedObject, stringOrNullSchema, withSchema } from '../serialization/json-schema';

/** The body of an error response of either API. In Ghost 5, errors of both APIs have the same keys. */
export const error = withSchema(
  (failure: AlmanacError, occurrence: ErrorOccurrence): JsonObject => ({
    errors: [{ ...describeError(failure, occurrence), ghostErrorCode: null }],
  }),
  closedObject({
    errors: { type: 'array', items: closedObject({ ...errorKeys, ghostErrorCode: stringOrNullSchema }) },
  }),
);
