import type { BulkAction, BulkChange, DraftRestoration, UndoChange } from './change-posts.ts';
import type { ListedPost, PostKind } from './posts-queries.ts';

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

/** The posts that members get by mail when an action publishes them. Pages are never mailed, and a post at most once. */
export const postsToMail = (
  action: 'publish' | 'schedule',
  kind: PostKind,
  posts: readonly ListedPost[],
): ListedPost[] =>
  kind === 'pages'
    ? []
    : postsFor(action, posts).filter((post) => post.send_email_when_published && post.email === null);

/**
 * The changes that undo a change, in the order in which they have to be made. Deleted posts cannot be restored, tags that the change
 * created are not deleted, and the time of unpublishing, which the server removes when it unpublishes a post, is not restored.
 * @param before the changed posts as they were before the change
 * @returns an empty list if there is nothing to undo, or if the change cannot be undone
 */
export function inverseOf({ action, meta }: BulkChange, before: readonly ListedPost[]): UndoChange[] {
  const drafts = before.filter(({ status }) => status === 'draft');
  const scheduled = before.filter(({ status }) => status === 'scheduled');
  switch (action) {
    case 'publish':
      // A published post cannot become a scheduled one directly, so it first becomes a draft with its former time. If this time is too
      // near, the post cannot be scheduled again and stays a draft.
      return [...restorationsOf([...drafts, ...scheduled]), ...schedulingsOf(scheduled)];
    case 'schedule':
      return [...restorationsOf(drafts), ...schedulingsOf(scheduled)];
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
function tagRemovals(added: readonly { name: string }[], before: readonly ListedPost[]): BulkChange[] {
  const newTagsOf = ({ tags = [] }: ListedPost): { name: string }[] => {
    const formerNames = new Set(tags.map(({ name }) => name.toLowerCase()));
    return added.filter(({ name }) => !formerNames.has(name.toLowerCase())).map(({ name }) => ({ name }));
  };
  const keyOfNewTags = (post: ListedPost): string =>
    newTagsOf(post)
      .map(({ name }) => name)
      .join('\n');
  // One change for all posts that got the same tags.
  return groupBy(before, keyOfNewTags).flatMap(([, posts]): BulkChange[] => {
    const tags = posts[0] ? newTagsOf(posts[0]) : [];
    return tags.length > 0 ? [{ action: 'removeTag', ids: idsOf(posts), meta: { tags } }] : [];
  });
}

const idsOf = (posts: readonly ListedPost[]): string[] => posts.map(({ id }) => id);

const changesOf = (action: BulkAction, posts: readonly ListedPost[]): BulkChange[] =>
  posts.length > 0 ? [{ action, ids: idsOf(posts) }] : [];

/** The changes that make posts drafts with their former dates: one change for each date. */
const restorationsOf = (posts: readonly ListedPost[]): DraftRestoration[] =>
  groupBy(posts, (post) => post.published_at ?? '').map(([publishedAt, group]) => ({
    action: 'restoreDraft',
    ids: idsOf(group),
    publishedAt: publishedAt || null,
  }));

/** The changes that schedule posts for their former dates: one change for each date. */
const schedulingsOf = (posts: readonly ListedPost[]): BulkChange[] =>
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
