import type { PostType } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { createSecret, digestOf } from '../secrets/secret';
import { inTransaction } from '../write-scope';
import { assertMayEdit } from './post-permissions';
import type { PostRecord } from './post-record';
import { findPostRecord } from './read-post-record';

const LIFETIME_HOURS = 24;
/** When a post gets more links, the oldest one is deleted. */
const MAX_LINKS_OF_POST = 20;

/** A new link. The database stores only a digest of its token. */
export interface CreatedPreviewLink {
  token: string;
  expiresAt: Date;
  post: PostRecord;
}

/** Operations on preview links. A link shows a post or page in any status to any client, for 24 hours or until 20 newer links exist. */
export class PreviewLinksService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Creates a link to a post or page that the actor may edit.
   * @throws NotFoundError, NoPermissionError
   */
  create(actor: Actor, type: PostType, id: string): Promise<CreatedPreviewLink> {
    authorize(actor, 'posts.edit');
    return inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const post = await getEditablePost(manager, actor, type, id);
      const token = createSecret();
      const rows = await manager.query<[{ expires_at: Date }]>(
        `insert into publishing.preview_links (token_digest, post_id, created_by, created_at, expires_at)
         values ($1, $2, $3, now(), now() + make_interval(hours => $4)) returning expires_at`,
        [digestOf(token), id, actor.id, LIFETIME_HOURS],
      );
      await deleteOldest(manager, id);
      return { token, expiresAt: rows[0].expires_at, post };
    });
  }

  /**
   * Deletes all links to a post or page.
   * @throws NotFoundError, NoPermissionError
   */
  revoke(actor: Actor, type: PostType, id: string): Promise<void> {
    authorize(actor, 'posts.edit');
    return inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      await getEditablePost(manager, actor, type, id);
      await manager.query('delete from publishing.preview_links where post_id = $1', [id]);
    });
  }
}

async function getEditablePost(manager: EntityManager, actor: Actor, type: PostType, id: string): Promise<PostRecord> {
  const post = await findPostRecord(manager, id);
  if (post?.type !== type) throw new NotFoundError('Post not found.');
  assertMayEdit(actor, post, { input: {}, primaryAuthorId: post.authors[0]?.id });
  return post;
}

async function deleteOldest(manager: EntityManager, postId: string): Promise<void> {
  await manager.query(
    `delete from publishing.preview_links where token_digest in (
       select token_digest from publishing.preview_links where post_id = $1
       order by created_at desc, token_digest offset $2)`,
    [postId, MAX_LINKS_OF_POST],
  );
}
