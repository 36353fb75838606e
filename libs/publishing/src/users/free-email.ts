import { ValidationError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';

/** @throws ValidationError when another member of staff has the address, in whatever letter case */
export async function assertFreeEmail(manager: EntityManager, email: string, exceptId: string): Promise<void> {
  const [taken] = await manager.query<{ id: string }[]>(
    'select id from publishing.users where lower(email) = lower($1) and id <> $2',
    [email, exceptId],
  );
  if (taken) throw new ValidationError('Email is already in use');
}
