import { ValidationError } from '@almanac/errors';

const MAX_LENGTH = 255;
const UNTITLED = '(Untitled)';

/**
 * The title to store: trimmed, or `(Untitled)` for an empty one.
 * @throws ValidationError when it consists of white space, or is longer than 255 characters
 */
export function titleFrom(input: string): string {
  const title = (input === '' ? UNTITLED : input).trim();
  if (title === '') throw new ValidationError('Value in [posts.title] cannot be blank.', { context: 'posts.title' });
  if (title.length > MAX_LENGTH) {
    throw new ValidationError(`Value in [posts.title] exceeds maximum length of ${MAX_LENGTH} characters.`, {
      context: 'posts.title',
    });
  }
  return title;
}
