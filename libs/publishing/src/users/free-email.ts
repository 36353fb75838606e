import { ValidationError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';

/**
 * Checks that no other user has the address (ignoring letter case).
 * @param exceptId the id of the user who gets the address
 * @throws ValidationError
 */
export async function assertFreeEmail(manager: EntityManager, email: string, exceptId: string): Promise<void> {
  const [taken] = await manager.query<{ id: string }[]>(
    'select id from publishing.users where lower(email) = lower($1) and id <> $2',
    [email, exceptId],
  );
  if (taken) throw new ValidationError('Email is already in use');
}
