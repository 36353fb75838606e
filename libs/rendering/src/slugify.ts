import { slugify as asciiSlug } from '@tryghost/string';

/** The kind of the object that has the slug. For an empty title, the slug is the kind itself. */
export type SlugKind = 'post' | 'tag' | 'user' | 'integration' | 'label';

/** Slugs that a Ghost site needs for its own routes. As in Ghost, the kind is appended to them, e.g. `ghost-post`. */
export const protectedSlugs: readonly string[] = ['ghost', 'rss', 'amp'];

/**
 * The APIs accept slugs of up to 191 characters. The difference leaves space for a number that makes the slug unique.
 */
const MAX_LENGTH = 185;
/** Longer texts are cut before the conversion, to limit its time. */
const MAX_TEXT = 2000;

/**
 * Converts a string to a slug: ASCII, lower case, words joined by single dashes. A slug that is cut can end with a dash. The function does
 * not check whether the slug is free.
 *
 * @returns 1 to 185 characters
 */
export function slugFor(kind: SlugKind, text: string): string {
  const prefix = kind === 'tag' && text.startsWith('#') ? 'hash-' : '';
  const prefixed = `${prefix}${asciiSlug(text.slice(0, MAX_TEXT))}`.slice(0, MAX_LENGTH);
  if (prefixed === '') return kind;
  return protectedSlugs.includes(prefixed) ? `${prefixed}-${kind}` : prefixed;
}
