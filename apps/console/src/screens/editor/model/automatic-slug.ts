import type { Changes, Post } from './fields.ts';
import type { PostApi } from './stored-post.ts';

/** The slug without a number at its end, which the server adds to make a slug unique. */
const withoutNumber = (slug: string): string => slug.replace(/-\d+$/, '');

/**
 * The number at the end of a title, e.g. 10 in "Top 10"; empty without one. Apostrophes are left out, as in slugs. A slug that ends
 * with the number, e.g. `top-10`, has it from the title, not from the server.
 */
const numberAtEnd = (title: string): string => /\d+(?=[\s\p{P}]*$)/u.exec(title.replaceAll(/['’]/g, ''))?.[0] ?? '';

/**
 * The title for the path of the request for a slug. Browsers remove the segments `.` and `..` from a path. So `-` replaces these titles:
 * the server suggests the same slug for all three.
 */
const pathTextOf = (title: string): string => (title === '.' || title === '..' ? '-' : title);

/**
 * Whether the slug comes from the title. A number that makes the slug unique does not matter, e.g. in `a-day-at-sea-2` for "A day at sea".
 * @param suggested the slug that the server suggests for the title. It can also end with a number that makes it unique, because this post
 *   already uses the slug without the number
 */
function isDerivedFromTitle(slug: string, title: string, suggested: string): boolean {
  const number = numberAtEnd(title);
  const slugsOfTitle = [suggested, withoutNumber(suggested)].filter(
    (candidate) => number === '' || /\d+$/.exec(candidate)?.[0] === number,
  );
  // Without a match, the slug does not contain the number of the title, e.g. because the title is longer than a slug.
  if (slugsOfTitle.length === 0) slugsOfTitle.push(withoutNumber(suggested));
  return slugsOfTitle.some((candidate) => candidate === slug || candidate === withoutNumber(slug));
}

/**
 * Adds a slug for a new title to the changes. Does so only for a draft without a date of publication whose slug comes from the old title or
 * is empty, and only if the changes contain no slug.
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
    // Both titles lead to the same slug, apart from the number that makes it unique.
    if (newSlug === suggestedBefore && numberAtEnd(title) === numberAtEnd(oldTitle)) return changes;
  }
  return { ...changes, slug: newSlug };
}
