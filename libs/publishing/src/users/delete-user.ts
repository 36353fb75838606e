import { type Post, User } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';
import { deletePost } from '../posts/delete-post';
import type { WriteScope } from '../write-scope';
import { findOwnerId, FIRST_OWNER_ID } from './owner';

/**
 * Makes the owner of the site the author of all posts of a user, instead of the user. If both are authors of a post, the owner gets the
 * lower `sort_order` of the two, because filters by `primary_author` match only `sort_order` 0.
 */
export async function reassignPostsToOwner(manager: EntityManager, userId: string): Promise<void> {
  const owner = (await findOwnerId(manager)) ?? FIRST_OWNER_ID;
  await manager.query(
    `delete from publishing.posts_authors later using publishing.posts_authors earlier
     where later.author_id = any($1) and earlier.author_id = any($1) and later.post_id = earlier.post_id
       and (earlier.sort_order, earlier.id) < (later.sort_order, later.id)`,
    [[userId, owner]],
  );
  await manager.query('update publishing.posts_authors set author_id = $2 where author_id = $1', [userId, owner]);
}

/**
 * Deletes the posts and pages whose first author is the user, and records outbox events about it. Removes the user from the authors of
 * other posts.
 * @throws NoPermissionError when the actor may not delete the posts
 */
export async function deletePostsOf(scope: WriteScope, actor: Actor, userId: string): Promise<void> {
  const { manager } = scope;
  // Concurrent edits of these posts, which could change their authors, end first.
  await manager.query(
    `select 1 from publishing.posts where id in (select post_id from publishing.posts_authors where author_id = $1)
     order by id for update`,
    [userId],
  );
  const posts = await manager.query<Pick<Post, 'id' | 'type'>[]>(
    `select p.id, p.type from publishing.posts p join publishing.posts_authors a on a.post_id = p.id
     where a.author_id = $1 and not exists (select 1 from publishing.posts_authors earlier
       where earlier.post_id = a.post_id and (earlier.sort_order, earlier.id) < (a.sort_order, a.id))
     order by p.id`,
    [userId],
  );
  for (const { id, type } of posts) await deletePost(scope, actor, type, id);
  await manager.query('delete from publishing.posts_authors where author_id = $1', [userId]);
}

/** Deletes the row of a user. Foreign keys also delete the user's sessions, password reset tokens and assignment to a role. */
export async function deleteUserRow(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(User, { id: userId });
}
