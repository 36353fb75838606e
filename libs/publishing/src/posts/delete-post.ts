import { Post, type PostType } from '@almanac/entities';
import { recordEvents } from '@almanac/outbox';
import { recordAction } from '../actions/record-action';
import type { Actor } from '../permissions/actor';
import { siteChangedEvent } from '../site-changed';
import type { WriteScope } from '../write-scope';
import { lockPost } from './lock-post';
import { actionsOfDeleting, postOutboxEvents } from './post-events';
import { assertMayDelete } from './post-permissions';

/**
 * Deletes a post or page. The outbox events about it contain its last state without the meta fields, and without `tags` if it has none.
 * @throws NotFoundError, NoPermissionError
 */
export async function deletePost(scope: WriteScope, actor: Actor, type: PostType, id: string): Promise<void> {
  const { manager, settings } = scope;
  const { post } = await lockPost(scope, type, id);
  assertMayDelete(actor, post);
  await manager.delete(Post, { id });
  const { meta: _meta, tags, ...columns } = post;
  const previous = tags.length > 0 ? { ...columns, tags } : columns;
  const revision = post.revision + 1;
  const subject = { type, id, revision, payload: { current: {}, previous } };
  await recordEvents(manager, [
    ...postOutboxEvents(settings, subject, actionsOfDeleting(post)),
    siteChangedEvent(settings, { id, revision }),
  ]);
  await recordAction(manager, actor, 'deleted', 'post', id);
}
