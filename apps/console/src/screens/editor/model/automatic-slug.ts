import type { Changes, Post } from './fields.ts';
import type { PostApi } from './stored-post.ts';

/** The slug without the number that makes it unique. */
const withoutNumber = (slug: string): string => slug.replace(/-\d+$/, '');

/** Whether the slug was made of the title, so that it may follow a new one: `a-day-at-sea-2` of "A day at sea". */
function isMadeFrom(slug: string | null, slugOfTitle: string): boolean {
  return slug === null || slug === '' || withoutNumber(slug) === withoutNumber(slugOfTitle);
}

/** The slug to use: the present one when only its number differs, because the present one is not free for itself. */
function preferredSlug(present: string | null, wanted: string): string {
  return present && withoutNumber(present) === withoutNumber(wanted) ? present : wanted;
}

/** A draft's slug follows its title until a person has chosen another. */
export async function withAutomaticSlug(
  api: Pick<PostApi, 'slugFor'>,
  { status, published_at, slug: present, title: oldTitle }: Post,
  changes: Changes,
): Promise<Changes> {
  const { title, slug } = changes;
  if (!title || slug !== undefined || status !== 'draft' || published_at) return changes;
  if (!isMadeFrom(present, await api.slugFor(oldTitle))) return changes;
  const wanted = preferredSlug(present, await api.slugFor(title));
  return wanted && wanted !== present ? { ...changes, slug: wanted } : changes;
}
