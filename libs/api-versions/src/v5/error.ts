import type { AlmanacError } from '@almanac/errors';
import { describeError, errorKeys } from '../canary/admin/error';
import type { ErrorOccurrence } from '../contract';
import type { JsonObject } from '../serialization/json';
import { closedObject, withSchema, textOrNull } from '../serialization/json-schema';

/** An error of either API: Ghost 5 gives both the same keys. */
export const error = withSchema(
  (failure: AlmanacError, occurrence: ErrorOccurrence): JsonObject => ({
    errors: [{ ...describeError(failure, occurrence), ghostErrorCode: null }],
  }),
  closedObject({ errors: { type: 'array', items: closedObject({ ...errorKeys, ghostErrorCode: textOrNull }) } }),
);
