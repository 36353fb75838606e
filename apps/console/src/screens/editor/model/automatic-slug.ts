import type { Changes, Post } from './fields.ts';
import type { PostApi } from './stored-post.ts';

/** The slug without the number that makes it unique. */
const withoutNumber = (slug: string): string => slug.replace(/-\d+$/, '');

/** Whether the slug comes from the title, apart from its number, e.g. `a-day-at-sea-2` from "A day at sea". */
function isDerivedFromTitle(slug: string | null, slugOfTitle: string): boolean {
  return slug === null || slug === '' || withoutNumber(slug) === withoutNumber(slugOfTitle);
}

/** The current slug if only the number differs: the server suggests only free slugs, so never the one that this post has. */
function preferredSlug(current: string | null, suggested: string): string {
  return current && withoutNumber(current) === withoutNumber(suggested) ? current : suggested;
}

/**
 * Adds a slug to the changes if they contain a new title, the post is a draft that was never published, and its slug was made from
 * the old title.
 */
export async function withAutomaticSlug(
  api: Pick<PostApi, 'slugFor'>,
  { status, published_at, slug: current, title: oldTitle }: Post,
  changes: Changes,
): Promise<Changes> {
  const { title, slug } = changes;
  if (!title || slug !== undefined || status !== 'draft' || published_at) return changes;
  if (!isDerivedFromTitle(current, await api.slugFor(oldTitle))) return changes;
  const newSlug = preferredSlug(current, await api.slugFor(title));
  return newSlug && newSlug !== current ? { ...changes, slug: newSlug } : changes;
}
