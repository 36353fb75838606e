import { ValidationError } from '@almanac/errors';
import { parseInstant } from '@almanac/validation';

/** A date, alone or with a time and an offset. Without an offset, the time would depend on the time zone of the server. */
const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d))?$/;

/**
 * Parses a date, alone or with a time and an offset. A date alone means its midnight in UTC.
 * @param name the name of the parameter, for the error message
 * @throws ValidationError for other values, e.g. undefined, and for a day or time that does not exist
 */
export function requiredInstant(name: string, value: unknown): Date {
  const instant = typeof value === 'string' && INSTANT.test(value) ? parseInstant(value) : null;
  if (instant !== null) return instant;
  throw new ValidationError(`Validation (isDate) failed for ${name}`, {
    property: name,
    help: `${name} is an instant such as 2027-01-31T00:00:00Z.`,
  });
}
