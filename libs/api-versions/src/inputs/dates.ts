import { ValidationError } from '@almanac/errors';

/**
 * The error for a date that does not exist, e.g. 31 February, with details in the format of Ajv 6.
 * @param property the key of the date
 * @param dataPath the path of the object with this key, e.g. `.posts[0]`
 */
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
