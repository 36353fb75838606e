import { PasswordResetToken } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/** Deletes the password reset tokens of a user. Needed after a change of the password, address or status of the user. */
export async function deleteResetTokens(manager: EntityManager, userId: string): Promise<void> {
  await manager.delete(PasswordResetToken, { userId });
}
