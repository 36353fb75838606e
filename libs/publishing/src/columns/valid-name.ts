import { ValidationError } from '@almanac/errors';

const MAX_NAME_LENGTH = 191;

/**
 * The name of a tag or label as it is stored: trimmed.
 * @param table the name of the table, for the error message
 * @throws ValidationError when the name is blank, begins with a comma or is longer than 191 characters
 */
export function validName(table: 'tags' | 'labels', input: string | undefined): string {
  const name = input?.trim() ?? '';
  const context = `${table}.name`;
  if (name === '') throw new ValidationError(`Value in [${context}] cannot be blank.`, { context });
  if (name.startsWith(',')) throw new ValidationError('Validation (matches) failed for name', { context });
  if (name.length > MAX_NAME_LENGTH) {
    const message = `Value in [${context}] exceeds maximum length of ${MAX_NAME_LENGTH} characters.`;
    throw new ValidationError(message, { context });
  }
  return name;
}
