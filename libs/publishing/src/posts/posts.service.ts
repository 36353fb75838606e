import type { PostType } from '@almanac/entities';
import type { PostInput } from '@almanac/validation';
import type { Actor } from '../permissions/actor';
import type { ContentContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import { createPost, type PostChange, type PostOptions } from './create-post';
import { deletePost } from './delete-post';
import { moveDuePosts, readDueBacklog, type DueBacklog, type MovedPost } from './due-posts';
import { editPost, type EditOptions } from './edit-post';
import { publishScheduled } from './publish-scheduled';

/** Which post or page. */
export interface PostTarget {
  type: PostType;
  id: string;
}

/** The verbs of posts and pages. Each is one transaction with the events of what it did. */
export class PostsService {
  constructor(private readonly context: ContentContext) {}

  /**
   * @throws ValidationError when the input breaks a rule
   * @throws NoPermissionError
   */
  create(actor: Actor, type: PostType, input: PostInput, options: PostOptions = {}): Promise<PostChange> {
    return inTransaction(this.context.dataSource, this.context, (scope) =>
      createPost(scope, actor, type, input, options),
    );
  }

  /**
   * @param input an absent property keeps what stands; `status` is how a post is scheduled, published and unpublished
   * @throws NotFoundError, NoPermissionError, ValidationError
   * @throws UpdateCollisionError when it would change something else than what the caller read
   */
  edit(actor: Actor, target: PostTarget, input: PostInput, options: EditOptions = {}): Promise<PostChange> {
    return inTransaction(this.context.dataSource, this.context, (scope) =>
      editPost(scope, actor, target, input, options),
    );
  }

  /** @throws NotFoundError, NoPermissionError */
  delete(actor: Actor, { type, id }: PostTarget): Promise<void> {
    return inTransaction(this.context.dataSource, this.context, (scope) => deletePost(scope, actor, type, id));
  }

  /**
   * Publishes one scheduled post or page whose moment has come; one that is published already is left as it is.
   * @throws NotFoundError when there is nothing to publish at this moment
   */
  publishScheduled(actor: Actor, target: PostTarget, options: { force?: boolean } = {}): Promise<PostChange> {
    return inTransaction(this.context.dataSource, this.context, (scope) =>
      publishScheduled(scope, actor, target, options),
    );
  }

  /**
   * Publishes up to `batch` posts and pages that are due by the database's clock. Safe to run anywhere, any number of
   * times at once: each is published once.
   */
  publishDue(batch: number): Promise<MovedPost[]> {
    return inTransaction(this.context.dataSource, this.context, (scope) => moveDuePosts(scope, 'publish', batch));
  }

  /** Takes up to `batch` posts and pages offline whose `unpublishAt` has come; as safe as `publishDue`. */
  unpublishDue(batch: number): Promise<MovedPost[]> {
    return inTransaction(this.context.dataSource, this.context, (scope) => moveDuePosts(scope, 'unpublish', batch));
  }

  /** What is due and not done yet. */
  dueBacklog(): Promise<DueBacklog> {
    return readDueBacklog(this.context.dataSource.manager);
  }
}
