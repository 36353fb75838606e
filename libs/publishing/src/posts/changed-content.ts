import { changedSources } from './changed-sources';
import { updateCollision } from './collision';
import { BLANK_CONTENT, contentFromMobiledoc, type PostContent } from './post-content';
import type { PostRecord } from './post-record';
import type { PreparedContent } from './prepare-content';

/**
 * The content columns that an edit sets; empty if the request changes no document.
 * @throws ValidationError for a mobiledoc that cannot be rendered, and when both documents of the request change the post
 * @throws UpdateCollisionError when the lexical document of the request was not rendered, because it equalled the stored one, and another
 *   edit changed the stored one before the row was locked
 */
export function changedContent(
  before: PostRecord,
  { sources, rendered }: PreparedContent,
  siteUrl: string,
): Partial<PostContent> {
  const changed = changedSources(before, sources, siteUrl);
  if (changed.mobiledoc !== undefined) return contentFromMobiledoc(before.type, changed.mobiledoc, siteUrl);
  if (changed.lexical === undefined) return {};
  if (!changed.lexical) return BLANK_CONTENT.lexical;
  if (!rendered) throw updateCollision(before);
  return rendered;
}
