const EXCERPT_LENGTH = 500;

/**
 * The excerpt of a post: the custom excerpt, or else the beginning of its plaintext.
 *
 * @param post `plaintext`: the stored text, or the part that the visitor may read; null if there is none
 * @returns the custom excerpt, or at most 500 UTF-16 units of the plaintext; null without both
 */
export function excerptOf(post: { customExcerpt?: string | null; plaintext?: string | null }): string | null {
  if (post.customExcerpt) return post.customExcerpt;
  return post.plaintext ? post.plaintext.slice(0, EXCERPT_LENGTH) : null;
}
