import { changesBetween, type Fields, isEmpty } from './fields.ts';
import type { LocalCopy } from './local-copy.ts';
import type { SaveState } from './save-state.ts';
import { hasFields, isSameRevision, revisionOf, type StoredPost } from './stored-post.ts';

/**
 * The fields and the state of a post that is opened with its local copy. A copy for another revision of the post is a collision.
 * @param base the fields without the copy
 * @param stored undefined for a new post
 * @returns undefined if the copy has no changes, or the stored post already has them
 */
export function restoredFrom(
  copy: LocalCopy,
  base: Fields,
  stored: StoredPost | undefined,
): { fields: Fields; state: SaveState } | undefined {
  const fields = { ...base, ...copy.changes };
  if (isEmpty(changesBetween(base, fields)) || (stored && hasFields(stored, copy.changes))) return undefined;
  const isForOtherRevision =
    stored !== undefined && copy.base !== null && !isSameRevision(copy.base, revisionOf(stored));
  return { fields, state: isForOtherRevision ? { name: 'collision', storedPost: stored } : { name: 'unsaved' } };
}
