const EXCERPT_LENGTH = 500;

/**
 * What a post shows of itself in a list: the author's own excerpt, else the beginning of its text.
 *
 * @param post `plaintext` as stored; pass null when the visitor may not read it
 * @returns at most 500 UTF-16 units of the text; null when there is neither
 */
export function excerptOf(post: { customExcerpt?: string | null; plaintext?: string | null }): string | null {
  if (post.customExcerpt) return post.customExcerpt;
  return post.plaintext ? post.plaintext.slice(0, EXCERPT_LENGTH) : null;
}
