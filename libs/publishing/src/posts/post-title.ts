import { ValidationError } from '@almanac/errors';

/** In UTF-16 code units. */
export const MAX_TITLE_LENGTH = 255;
const UNTITLED = '(Untitled)';

/**
 * The title to store: trimmed, or `(Untitled)` for an empty one.
 * @throws ValidationError for a title of white space only, or of more than 255 characters
 */
export function titleFrom(input: string): string {
  const title = (input === '' ? UNTITLED : input).trim();
  if (title === '') throw new ValidationError('Value in [posts.title] cannot be blank.', { context: 'posts.title' });
  if (title.length > MAX_TITLE_LENGTH) {
    throw new ValidationError(`Value in [posts.title] exceeds maximum length of ${MAX_TITLE_LENGTH} characters.`, {
      context: 'posts.title',
    });
  }
  return title;
}
