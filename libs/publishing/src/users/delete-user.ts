import { type Post, User } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';
import { deletePost } from '../posts/delete-post';
import type { WriteScope } from '../write-scope';

/** The owner's id. There is always exactly one owner once the site is set up. */
export async function ownerId(manager: EntityManager): Promise<string> {
  const [row] = await manager.query<{ user_id: string }[]>(
    `select ru.user_id from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id where r.name = 'Owner'`,
  );
  return row?.user_id ?? '1';
}

/** Makes the owner an author of everything the user wrote, in the user's place; no post is left without an author. */
export async function handPostsToOwner(manager: EntityManager, userId: string): Promise<void> {
  const owner = await ownerId(manager);
  await manager.query(
    `delete from publishing.posts_authors mine where mine.author_id = $1 and exists
       (select 1 from publishing.posts_authors other where other.post_id = mine.post_id and other.author_id = $2)`,
    [userId, owner],
  );
  await manager.query('update publishing.posts_authors set author_id = $2 where author_id = $1', [userId, owner]);
}

/** Deletes what the user wrote as the first author, as if it were deleted one by one, and takes them off the rest. */
export async function deletePostsOf(scope: WriteScope, actor: Actor, userId: string): Promise<void> {
  const { manager } = scope;
  const posts = await manager.query<Pick<Post, 'id' | 'type'>[]>(
    `select p.id, p.type from publishing.posts p join publishing.posts_authors a on a.post_id = p.id
     where a.author_id = $1 and a.sort_order = 0 order by p.id`,
    [userId],
  );
  for (const { id, type } of posts) await deletePost(scope, actor, type, id);
  await manager.query('delete from publishing.posts_authors where author_id = $1', [userId]);
}

/** Removes the row; sessions, reset tokens and the role go with it. */
export async function deleteUserRow(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(User, { id: userId });
}
