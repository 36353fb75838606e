import { ValidationError } from '@almanac/errors';
import { BLANK_LEXICAL } from '@almanac/rendering';
import type { PostInput } from '@almanac/validation';
import type { UncheckedObject } from '../inputs/envelope';

/** Keys of a response that a client may send back. They have no effect; in Ghost 5, `tiers` has one. */
export const readOnlyKeys = [
  'access',
  'comments',
  'count',
  'email_recipient_filter',
  'email_segment',
  'newsletter',
  'newsletter_id',
  'post_revisions',
  'sentiment',
  'tiers',
  'visibility_filter',
] as const;

/** Keys that Ghost 5 stores and Almanac does not. Only empty values are accepted, because other values would be lost. */
export const unstoredKeys = ['frontmatter', 'collections'] as const;

/**
 * Whether Ghost 5 shows a post with this visibility only to some members: those of a tier (a paid plan), or those that an NQL filter such
 * as `label:vip` selects. Almanac stores such a visibility as `paid`.
 */
function isForSomeMembers(visibility: unknown): boolean {
  return (
    visibility === 'tiers' || visibility === 'filter' || (typeof visibility === 'string' && visibility.includes(':'))
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Converts a post in a request body of v5 to the format of canary.
 * @throws ValidationError for a value of one of the `unstoredKeys`, because it would be lost
 */
export function postFromGhost5(post: UncheckedObject): UncheckedObject {
  const lost = unstoredKeys.find((key) => !isEmpty(post[key]));
  if (lost !== undefined) {
    throw new ValidationError(`Almanac does not store the ${lost} of a post.`, { property: lost });
  }
  const dropped = new Set<string>([...readOnlyKeys, ...unstoredKeys]);
  const kept = Object.fromEntries(Object.entries(post).filter(([key]) => !dropped.has(key)));
  return {
    ...kept,
    ...(isForSomeMembers(post.visibility) && { visibility: 'paid' }),
    ...(post.status === 'sent' && { status: 'published', email_only: true }),
  };
}

/** Adds an empty lexical document to a new post without mobiledoc and lexical, as in Ghost 5. */
export function withBlankDocument(input: PostInput): PostInput {
  return input.lexical || input.mobiledoc ? input : { ...input, lexical: BLANK_LEXICAL };
}
