import type { EntityManager } from 'typeorm';

/** Records that a user reads the mail of their present address: they used a link that was mailed to it, or set up the site. */
export async function confirmEmail(manager: EntityManager, userId: string): Promise<void> {
  await manager.query('update publishing.users set confirmed_email = lower(email) where id = $1', [userId]);
}
