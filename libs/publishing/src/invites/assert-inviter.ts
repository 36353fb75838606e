import { type Invite, type Role, User } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';
import { canSignIn } from '../sessions/sessions';
import { assignableRoles, roleOf } from '../users/staff-rules';

/**
 * Checks that the user who sent an invitation may sign in, and may still assign its role. So users who lose their rights cannot come back
 * by an invitation that they sent before. Locks the user until the transaction ends: a concurrent change of their role or status takes
 * effect either before this check or after the transaction.
 * @throws NotFoundError, the same as for an unknown invitation
 */
export async function assertInviter(
  manager: EntityManager,
  { createdBy: id }: Pick<Invite, 'createdBy'>,
  invitedRole: Pick<Role, 'name'>,
): Promise<void> {
  await manager.query('select id from publishing.users where id = $1 for share', [id]);
  const inviter = await manager.findOne(User, { where: { id }, relations: { roles: true } });
  const role = inviter && canSignIn(inviter) ? roleOf(inviter) : undefined;
  const assignable = role === undefined ? [] : assignableRoles({ kind: 'user', id, role }, 'invites.add');
  if (!assignable.includes(invitedRole.name)) throw new NotFoundError('Invite not found.');
}
