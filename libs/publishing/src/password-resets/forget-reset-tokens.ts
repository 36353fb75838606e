import { PasswordResetToken } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** Makes the links useless that were mailed to a user: they have a new password, another mailbox, or are suspended. */
export async function forgetResetTokens(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(PasswordResetToken, { userId });
}
