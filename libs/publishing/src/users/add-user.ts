import { createObjectId, User, type Role } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { assertColumns } from '../columns/assert-columns';
import { freeSlug } from '../slugs/free-slug';
import { assertFreeEmail } from './free-email';
import { userColumnRules } from './user-column-rules';

/** The values of a new user. */
export interface NewUser {
  /** Set only for the first owner; other users get a new id. */
  id?: string;
  name: string;
  email: string;
  passwordHash: string;
  role: Pick<Role, 'id'>;
  /** The id of the user who sent the invitation; for the first owner, their own id. */
  createdBy: string;
  now: Date;
}

/**
 * Adds a user with a role.
 * @returns the user's id
 * @throws ValidationError for an invalid name or address, or the address of another user
 */
export async function addUser(manager: EntityManager, user: NewUser): Promise<string> {
  const { id = createObjectId(), name, email, passwordHash, role, createdBy, now } = user;
  assertColumns('users', { name, email }, userColumnRules);
  await assertFreeEmail(manager, email, id);
  await manager.insert(User, {
    id,
    name,
    email,
    slug: await freeSlug(manager, 'user', name),
    password: passwordHash,
    status: 'active',
    createdAt: now,
    createdBy,
    updatedAt: now,
    updatedBy: createdBy,
  });
  await manager.query('insert into publishing.roles_users (user_id, role_id) values ($1, $2)', [id, role.id]);
  return id;
}
