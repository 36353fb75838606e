import { ValidationError } from '@almanac/errors';

/** The error for a date that does not exist, in the format of Ajv 6. */
export function invalidDate(property: string, dataPath: string): ValidationError {
  return new ValidationError(`Validation failed for '${property}'`, {
    property,
    details: [
      {
        keyword: 'format',
        dataPath: `${dataPath}.${property}`,
        schemaPath: `#/properties/${property}/format`,
        params: { format: 'date-time' },
        message: 'should match format "date-time"',
      },
    ],
  });
}

const ISO_DAY = /^\d{4}-\d\d-\d\d/;

/**
 * The instant of a date or date-time, with milliseconds.
 * @returns null for an instant that does not exist, e.g. month 13 or 31 February, which JavaScript alone parses as 3 March
 */
export function parseInstant(text: string): Date | null {
  const day = ISO_DAY.exec(text)?.[0];
  if (day !== undefined && new Date(day).getUTCDate() !== Number(day.slice(-2))) return null;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
