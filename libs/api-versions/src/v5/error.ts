import type { AlmanacError } from '@almanac/errors';
import { describeError, errorKeys } from '../canary/admin/error';
import type { ErrorOccasion } from '../contract';
import type { JsonObject } from '../serialization/json';
import { closed, described, textOrNull } from '../serialization/json-schema';

/** An error of either API: Ghost 5 gives both the same keys. */
export const error = described(
  (failure: AlmanacError, occasion: ErrorOccasion): JsonObject => ({
    errors: [{ ...describeError(failure, occasion), ghostErrorCode: null }],
  }),
  closed({ errors: { type: 'array', items: closed({ ...errorKeys, ghostErrorCode: textOrNull }) } }),
);
