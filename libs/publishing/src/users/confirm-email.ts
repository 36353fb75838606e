import type { EntityManager } from 'typeorm';

/** Marks the current address of a user as confirmed: they opened a link that was mailed to it, or they set up the site. */
export async function confirmEmail(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('update publishing.users set confirmed_email = lower(email) where id = $1', [userId]);
}
