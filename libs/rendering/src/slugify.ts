import { slugify as asciiSlug } from '@tryghost/string';

/** The kind of object with the slug. The slug of an empty title is the kind itself. */
export type SlugKind = 'post' | 'tag' | 'user' | 'integration' | 'label';

/** Slugs that equal a route of the site. The kind is appended to them: `ghost-post`. */
export const protectedSlugs: readonly string[] = ['ghost', 'rss', 'amp'];

/** Leaves room for a number within the 191 characters of the column. */
const MAX_LENGTH = 185;
/** Longer texts are cut before the conversion; titles are shorter. */
const MAX_TEXT = 2000;

/**
 * Converts a string to a slug: ASCII, lower case, words joined by single dashes. Another object may already have the slug.
 *
 * @returns 1 to about 190 characters
 */
export function slugFor(kind: SlugKind, text: string): string {
  const slug = asciiSlug(text.slice(0, MAX_TEXT)).slice(0, MAX_LENGTH);
  const prefixed = kind === 'tag' && text.startsWith('#') ? `hash-${slug}` : slug;
  if (prefixed === '') return kind;
  return protectedSlugs.includes(prefixed) ? `${prefixed}-${kind}` : prefixed;
}
