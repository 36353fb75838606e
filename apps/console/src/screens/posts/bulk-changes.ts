import type { BulkAction, ListedPost } from './posts-queries.ts';
import type { Visibility } from './posts-search.ts';

/** A change of many posts in one request. */
export interface PostChange {
  action: BulkAction;
  ids: string[];
  meta?: { published_at?: string; visibility?: Visibility; tags?: { name: string }[] };
}

/** The statuses of the posts that an action can change; absent for every status. */
const STATUSES: Partial<Record<BulkAction, readonly ListedPost['status'][]>> = {
  publish: ['draft', 'scheduled'],
  schedule: ['draft', 'scheduled'],
  unpublish: ['published'],
  unschedule: ['scheduled'],
};

/** The posts that an action can change. */
export const postsFor = (action: BulkAction, posts: readonly ListedPost[]): ListedPost[] =>
  posts.filter(({ status }) => STATUSES[action]?.includes(status) ?? true);

/** The changes that bring posts back to what they were, as far as the server can: deleted posts and new tags stay. */
export function inverseOf({ action, meta }: PostChange, before: readonly ListedPost[]): PostChange[] {
  const drafts = before.filter(({ status }) => status === 'draft');
  const scheduled = before.filter(({ status }) => status === 'scheduled');
  switch (action) {
    case 'publish':
      return [...forPosts('unpublish', [...drafts, ...scheduled]), ...schedules(scheduled)];
    case 'schedule':
      return [...forPosts('unschedule', drafts), ...schedules(scheduled)];
    case 'unpublish':
      return forPosts(
        'publish',
        before.filter(({ status }) => status === 'published'),
      );
    case 'unschedule':
      return schedules(scheduled);
    case 'feature':
      return forPosts(
        'unfeature',
        before.filter(({ featured }) => !featured),
      );
    case 'unfeature':
      return forPosts(
        'feature',
        before.filter(({ featured }) => featured),
      );
    case 'access':
      return grouped(before, ({ visibility }) => visibility).map(([visibility, posts]) => ({
        action: 'access',
        ids: idsOf(posts),
        meta: { visibility },
      }));
    case 'addTag':
      return removals(meta?.tags ?? [], before);
    case 'removeTag':
    case 'delete':
      return [];
  }
}

/** Removes from each post the tags that it did not have. */
function removals(added: readonly { name: string }[], before: readonly ListedPost[]): PostChange[] {
  const missing = ({ tags = [] }: ListedPost): { name: string }[] => {
    const had = new Set(tags.map(({ name }) => name.toLowerCase()));
    return added.filter(({ name }) => !had.has(name.toLowerCase())).map(({ name }) => ({ name }));
  };
  const namesMissing = (post: ListedPost): string =>
    missing(post)
      .map(({ name }) => name)
      .join('\n');
  return grouped(before, namesMissing).flatMap(([, posts]): PostChange[] => {
    const tags = posts[0] ? missing(posts[0]) : [];
    return tags.length > 0 ? [{ action: 'removeTag', ids: idsOf(posts), meta: { tags } }] : [];
  });
}

const idsOf = (posts: readonly ListedPost[]): string[] => posts.map(({ id }) => id);

const forPosts = (action: BulkAction, posts: readonly ListedPost[]): PostChange[] =>
  posts.length > 0 ? [{ action, ids: idsOf(posts) }] : [];

const schedules = (posts: readonly ListedPost[]): PostChange[] =>
  grouped(posts, (post) => post.published_at ?? '').map(([publishedAt, group]) => ({
    action: 'schedule',
    ids: idsOf(group),
    meta: { published_at: publishedAt },
  }));

function grouped<Key extends string>(
  posts: readonly ListedPost[],
  keyOf: (post: ListedPost) => Key,
): [Key, ListedPost[]][] {
  const groups = new Map<Key, ListedPost[]>();
  for (const post of posts) groups.set(keyOf(post), [...(groups.get(keyOf(post)) ?? []), post]);
  return [...groups];
}
