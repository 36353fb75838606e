import { changedSources } from './changed-sources';
import { updateCollision } from './collision';
import { BLANK_CONTENT, contentFromMobiledoc, type PostContent } from './post-content';
import type { PostRecord } from './post-record';
import type { PreparedContent } from './prepare-content';

/**
 * The content columns that an edit sets; empty if the request changes no document.
 * @throws ValidationError for a mobiledoc that cannot be rendered
 * @throws UpdateCollisionError when another edit changed the stored lexical document before the row was locked, so that the document
 *   of the request, which equalled it, was not rendered
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
