import type { BulkAction, ListedPost, PostChange } from './posts-queries.ts';

/** The statuses in which an action can change a post. An action that is not listed can change posts in every status. */
const CHANGEABLE_STATUSES: Partial<Record<BulkAction, readonly ListedPost['status'][]>> = {
  publish: ['draft', 'scheduled'],
  schedule: ['draft', 'scheduled'],
  unpublish: ['published'],
  unschedule: ['scheduled'],
};

/** The posts that an action can change. */
export const postsFor = (action: BulkAction, posts: readonly ListedPost[]): ListedPost[] =>
  posts.filter(({ status }) => CHANGEABLE_STATUSES[action]?.includes(status) ?? true);

/**
 * The changes that undo a change. Deleted posts cannot be restored, tags that the change created are not deleted, and the time of
 * unpublishing, which the server removes when it unpublishes a post, is not restored.
 * @param before the changed posts as they were before the change
 * @returns an empty list if there is nothing to undo, or if the change cannot be undone
 */
export function inverseOf({ action, meta }: PostChange, before: readonly ListedPost[]): PostChange[] {
  const drafts = before.filter(({ status }) => status === 'draft');
  const scheduled = before.filter(({ status }) => status === 'scheduled');
  switch (action) {
    case 'publish':
      return [...changesOf('unpublish', [...drafts, ...scheduled]), ...schedulingsOf(scheduled)];
    case 'schedule':
      return [...changesOf('unschedule', drafts), ...schedulingsOf(scheduled)];
    case 'unpublish':
      return changesOf(
        'publish',
        before.filter(({ status }) => status === 'published'),
      );
    case 'unschedule':
      return schedulingsOf(scheduled);
    case 'feature':
      return changesOf(
        'unfeature',
        before.filter(({ featured }) => !featured),
      );
    case 'unfeature':
      return changesOf(
        'feature',
        before.filter(({ featured }) => featured),
      );
    case 'access':
      return groupBy(before, ({ visibility }) => visibility).map(([visibility, posts]) => ({
        action: 'access',
        ids: idsOf(posts),
        meta: { visibility },
      }));
    case 'addTag':
      return tagRemovals(meta?.tags ?? [], before);
    case 'removeTag':
    case 'delete':
      return [];
  }
}

/** The changes that remove the added tags from the posts that did not have them before. */
function tagRemovals(added: readonly { name: string }[], before: readonly ListedPost[]): PostChange[] {
  const newTagsOf = ({ tags = [] }: ListedPost): { name: string }[] => {
    const formerNames = new Set(tags.map(({ name }) => name.toLowerCase()));
    return added.filter(({ name }) => !formerNames.has(name.toLowerCase())).map(({ name }) => ({ name }));
  };
  const keyOfNewTags = (post: ListedPost): string =>
    newTagsOf(post)
      .map(({ name }) => name)
      .join('\n');
  // One change for all posts that got the same tags.
  return groupBy(before, keyOfNewTags).flatMap(([, posts]): PostChange[] => {
    const tags = posts[0] ? newTagsOf(posts[0]) : [];
    return tags.length > 0 ? [{ action: 'removeTag', ids: idsOf(posts), meta: { tags } }] : [];
  });
}

const idsOf = (posts: readonly ListedPost[]): string[] => posts.map(({ id }) => id);

const changesOf = (action: BulkAction, posts: readonly ListedPost[]): PostChange[] =>
  posts.length > 0 ? [{ action, ids: idsOf(posts) }] : [];

/** The changes that schedule posts for their former dates: one change for each date. */
const schedulingsOf = (posts: readonly ListedPost[]): PostChange[] =>
  groupBy(posts, (post) => post.published_at ?? '').map(([publishedAt, group]) => ({
    action: 'schedule',
    ids: idsOf(group),
    meta: { published_at: publishedAt },
  }));

function groupBy<Key extends string>(
  posts: readonly ListedPost[],
  keyOf: (post: ListedPost) => Key,
): [Key, ListedPost[]][] {
  const groups = new Map<Key, ListedPost[]>();
  for (const post of posts) groups.set(keyOf(post), [...(groups.get(keyOf(post)) ?? []), post]);
  return [...groups];
}
