import type { Changes, Post } from './fields.ts';
import type { PostApi } from './stored-post.ts';

/** The slug without the number that makes it unique. */
const withoutNumber = (slug: string): string => slug.replace(/-\d+$/, '');

/** The number at the end of a title, e.g. 10 in "Top 10"; empty without one. In the slug `top-10`, it is a part of the title. */
const numberAtEnd = (title: string): string => /\d+(?=[\s\p{P}]*$)/u.exec(title)?.[0] ?? '';

/**
 * The title in the path of the request for a slug. Browsers remove the segments `.` and `..` from a path; the server suggests the same
 * slug for every title without letters and digits.
 */
const pathTextOf = (title: string): string => (title === '.' || title === '..' ? '-' : title);

/**
 * Whether the slug comes from the title, apart from the number that makes it unique, e.g. `a-day-at-sea-2` from "A day at sea".
 * @param suggested the slug that the server suggests for the title. It can have such a number, too, because this post already uses
 *   the slug without it
 */
function isDerivedFromTitle(slug: string, title: string, suggested: string): boolean {
  const slugsOfTitle = [suggested, withoutNumber(suggested)].filter((each) => each.endsWith(numberAtEnd(title)));
  return slugsOfTitle.some((each) => each === slug || each === withoutNumber(slug));
}

/**
 * Adds a slug to the changes if they contain a new title but no slug, the post is a draft without a date of publication, and its slug
 * was made from the old title.
 */
export async function withAutomaticSlug(
  api: Pick<PostApi, 'slugFor'>,
  { status, published_at, slug: current, title: oldTitle }: Post,
  changes: Changes,
): Promise<Changes> {
  const { title, slug } = changes;
  if (!title || slug !== undefined || status !== 'draft' || published_at) return changes;
  const newSlug = await api.slugFor(pathTextOf(title));
  if (!newSlug) return changes;
  if (current) {
    const suggestedBefore = await api.slugFor(pathTextOf(oldTitle));
    if (!isDerivedFromTitle(current, oldTitle, suggestedBefore)) return changes;
    // Both titles have the same slug, apart from the number that makes it unique.
    if (newSlug === suggestedBefore && numberAtEnd(title) === numberAtEnd(oldTitle)) return changes;
  }
  return { ...changes, slug: newSlug };
}
