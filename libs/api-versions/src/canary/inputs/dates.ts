import { ValidationError } from '@almanac/errors';

/** The refusal of a text that has a date's form and is none, in the shape of the other schema failures. */
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
