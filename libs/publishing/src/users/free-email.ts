import { ValidationError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';

/** @throws ValidationError when another user has the address; letter case is ignored */
export async function assertFreeEmail(manager: EntityManager, email: string, exceptId: string): Promise<void> {
  const [taken] = await manager.query<{ id: string }[]>(
    'select id from publishing.users where lower(email) = lower($1) and id <> $2',
    [email, exceptId],
  );
  if (taken) throw new ValidationError('Email is already in use');
}
