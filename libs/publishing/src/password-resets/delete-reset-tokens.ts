import { PasswordResetToken } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** Deletes a user's reset tokens, after a new password, a new address or a suspension. */
export async function deleteResetTokens(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(PasswordResetToken, { userId });
}
