import { slugify as asciiSlug } from '@tryghost/string';

/** What a slug names; an empty title falls back to the word itself. */
export type SlugKind = 'post' | 'tag' | 'user' | 'integration';

/** Slugs that would hide a route of the site; they get the kind appended: `ghost-post`. */
export const protectedSlugs: readonly string[] = ['ghost', 'rss', 'amp'];

/** Leaves room for a counter below the 191 characters of the column. */
const MAX_LENGTH = 185;
/** No title is longer; what lies beyond would be cut off anyway. */
const MAX_TEXT = 2000;

/**
 * Makes a slug of any text: folded to ASCII, lower case, words joined by single dashes.
 * Whether it is still free is for the caller to find out.
 *
 * @returns 1 to about 190 characters
 */
export function slugFor(kind: SlugKind, text: string): string {
  const slug = asciiSlug(text.slice(0, MAX_TEXT)).slice(0, MAX_LENGTH);
  const prefixed = kind === 'tag' && text.startsWith('#') ? `hash-${slug}` : slug;
  if (prefixed === '') return kind;
  return protectedSlugs.includes(prefixed) ? `${prefixed}-${kind}` : prefixed;
}
