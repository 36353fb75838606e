import type { LabelReference } from './label-input';
import type { PostInput, TagReference } from './post-input';

/** A change to many posts or pages. */
export type BulkPostAction =
  | { action: 'publish' | 'unpublish' | 'unschedule' | 'feature' | 'unfeature' }
  | { action: 'access'; visibility: NonNullable<PostInput['visibility']> }
  | { action: 'addTag' | 'removeTag'; tags: TagReference[] }
  | { action: 'schedule'; publishedAt: Date };

/** A change to many members. */
export type BulkMemberAction =
  { action: 'unsubscribe' } | { action: 'addLabel' | 'removeLabel'; label: LabelReference };
