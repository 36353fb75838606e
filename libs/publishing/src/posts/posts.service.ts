import type { PostType } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { BulkPostAction, PostInput } from '@almanac/validation';
import type { DataSource } from 'typeorm';
import { type BulkResult, changeInBatches } from '../bulk/bulk-change';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PostsContext } from '../publishing-context';
import { inTransaction, type PublishingSettings } from '../write-scope';
import { editInBulk } from './bulk-posts';
import { inputOfCopy } from './copy-post';
import { createPost, type PostChange, type PostOptions } from './create-post';
import { deletePost } from './delete-post';
import { type DueBacklog, type DueAction, processDuePosts, type ProcessedPost, readDueBacklog } from './due-posts';
import { editPost, type EditOptions } from './edit-post';
import type { Invalidation } from './post-events';
import { prepareEditedContent, prepareNewContent } from './prepare-content';
import { publishScheduled } from './publish-scheduled';
import { findPostRecord } from './read-post-record';

/** Identifies a post or page. */
export interface PostTarget {
  type: PostType;
  id: string;
}

/** The result of a bulk operation on posts, and the pages that caches must invalidate. */
export interface BulkPostResult extends BulkResult {
  invalidates: Invalidation;
}

/**
 * Operations on posts and pages. Each is one transaction that also records its outbox events; `editMany` and `deleteMany` use one
 * transaction per batch.
 */
export class PostsService {
  constructor(private readonly context: PostsContext) {}

  /**
   * Creates a post or page.
   * @returns the new post and the pages that caches must invalidate
   * @throws ValidationError, NoPermissionError; MaintenanceError while the renderer is not available
   */
  async create(actor: Actor, type: PostType, input: PostInput, options: PostOptions = {}): Promise<PostChange> {
    const prepared = await prepareNewContent(this.context, actor, type, input, options.formatForHtml);
    return inTransaction(this.context.dataSource, this.context, (scope) =>
      createPost(scope, actor, type, input, { ...options, prepared }),
    );
  }

  /**
   * Changes a post or page.
   * @param input an absent property keeps its value; a new `status` schedules, publishes or unpublishes the post
   * @throws NotFoundError, NoPermissionError, ValidationError
   * @throws UpdateCollisionError when the post changed since the client read it
   * @throws MaintenanceError while the renderer is not available
   */
  async edit(actor: Actor, target: PostTarget, input: PostInput, options: EditOptions = {}): Promise<PostChange> {
    const prepared = await prepareEditedContent(this.context, actor, target, input, options);
    return inTransaction(this.context.dataSource, this.context, (scope) =>
      editPost(scope, actor, target, input, { ...options, prepared }),
    );
  }

  /** Deletes a post or page. @throws NotFoundError, NoPermissionError */
  delete(actor: Actor, { type, id }: PostTarget): Promise<void> {
    return inTransaction(this.context.dataSource, this.context, (scope) => deletePost(scope, actor, type, id));
  }

  /**
   * Creates a draft with the content of a post or page; see `inputOfCopy`.
   * @throws NotFoundError; NoPermissionError for an actor who may not read posts, or may not add the copy; the other errors of `create`
   */
  async copy(actor: Actor, { type, id }: PostTarget): Promise<PostChange> {
    authorize(actor, 'posts.read');
    const post = await findPostRecord(this.context.dataSource.manager, id);
    if (post?.type !== type) throw new NotFoundError('Post not found.');
    return this.create(actor, type, inputOfCopy(actor, post));
  }

  /**
   * Applies one change to many posts or pages. The rules of `edit` apply to each. The result lists the posts that could not be changed,
   * with the reasons.
   * @throws NoPermissionError
   */
  async editMany(
    actor: Actor,
    type: PostType,
    { ids, change }: { ids: readonly string[]; change: BulkPostAction },
  ): Promise<BulkPostResult> {
    authorize(actor, 'posts.edit');
    let invalidates: Invalidation = null;
    const result = await changeInBatches(this.bulkContext, ids, async (scope, id) => {
      const edited = await editInBulk(scope, actor, { type, id }, change);
      if (edited.invalidates === 'site') invalidates = 'site';
    });
    return { ...result, invalidates };
  }

  /**
   * Deletes many posts or pages. The rules of `delete` apply to each. The result lists the posts that could not be deleted, with the
   * reasons.
   * @throws NoPermissionError
   */
  async deleteMany(actor: Actor, type: PostType, ids: readonly string[]): Promise<BulkPostResult> {
    authorize(actor, 'posts.destroy');
    const result = await changeInBatches(this.bulkContext, ids, (scope, id) => deletePost(scope, actor, type, id));
    return { ...result, invalidates: result.successful > 0 ? 'site' : null };
  }

  /**
   * Publishes one scheduled post or page at the request of an external scheduler. A post that is published already stays unchanged.
   * @param options `force` also publishes a post that is more than two minutes overdue
   * @throws NotFoundError when the post does not exist or is a draft, when it is due in more than two minutes, or when it is more than two
   *   minutes overdue and `force` is not set
   * @throws NoPermissionError; ValidationError when `unpublishAt` of the post has passed
   */
  publishScheduled(actor: Actor, target: PostTarget, options: { force?: boolean } = {}): Promise<PostChange> {
    return inTransaction(this.context.dataSource, this.context, (scope) =>
      publishScheduled(scope, actor, target, options),
    );
  }

  /**
   * Publishes up to `limit` posts and pages that are due by the database's clock. Any number of workers may run this
   * concurrently: each post is published once.
   */
  publishDue(limit: number): Promise<ProcessedPost[]> {
    return inTransaction(this.context.dataSource, this.context, (scope) => processDuePosts(scope, 'publish', limit));
  }

  /** Unpublishes up to `limit` posts and pages whose `unpublishAt` has passed. Workers may run this concurrently. */
  unpublishDue(limit: number): Promise<ProcessedPost[]> {
    return inTransaction(this.context.dataSource, this.context, (scope) => processDuePosts(scope, 'unpublish', limit));
  }

  /** The number of due posts that are not published or unpublished yet, and the seconds since the earliest due time. */
  dueBacklog(): Promise<Record<DueAction, DueBacklog>> {
    return readDueBacklog(this.context.dataSource.manager);
  }

  private get bulkContext(): { dataSource: DataSource; settings: PublishingSettings } {
    return { dataSource: this.context.dataSource, settings: this.context };
  }
}
