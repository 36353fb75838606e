import { ValidationError } from '@almanac/errors';

/** The error for a date that does not exist, in the form of the errors of schemas. */
export function refuseDate(property: string, place: string): ValidationError {
  return new ValidationError(`Validation failed for '${property}'`, {
    property,
    details: [
      {
        keyword: 'format',
        dataPath: `${place}.${property}`,
        schemaPath: `#/properties/${property}/format`,
        params: { format: 'date-time' },
        message: 'should match format "date-time"',
      },
    ],
  });
}
