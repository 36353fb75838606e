import { User } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import type { UserInput } from '@almanac/validation';
import { type EntityManager, In } from 'typeorm';
import { recordAction } from '../actions/record-action';
import { assertColumns } from '../columns/assert-columns';
import { deleteResetTokens } from '../password-resets/delete-reset-tokens';
import type { Actor } from '../permissions/actor';
import { authorize, permissionError } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { closeAllSessions } from '../sessions/sessions';
import { recordSiteChanged } from '../site-changed';
import { freeSlug } from '../slugs/free-slug';
import { inTransaction } from '../write-scope';
import { deletePostsOf, deleteUserRow, reassignPostsToOwner } from './delete-user';
import { assertFreeEmail } from './free-email';
import { getRole } from './get-role';
import { lockUser } from './lock-user';
import { setRole } from './set-role';
import { assertMayApplyToUser, assignableRoles, roleOf } from './staff-rules';
import { userColumnsFrom } from './user-columns';
import { updateUser } from './update-user';
import { userColumnRules } from './user-column-rules';

/** The result of an edit of a user. */
export interface UserChange {
  /** False if the stored user already had every requested value. */
  isChanged: boolean;
  /** Whether all sessions of the user were closed: the role changed, or the status changed to a value other than `active`. */
  isSignedOut: boolean;
}

/** Operations on the users of the site (staff). */
export class UsersService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Changes a user. A new role, or a new status other than `active`, closes all sessions of the user.
   * @param input an absent property keeps its value
   * @throws NotFoundError, NoPermissionError, ValidationError
   */
  async edit(actor: Actor, id: string, input: UserInput): Promise<UserChange> {
    authorize(actor, 'users.edit');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager } = scope;
      const user = await lockUser(manager, id);
      assertMayApplyToUser(actor, 'users.edit', user);
      assertMayChangeStatus(actor, user, input);
      assertColumns('users', input, userColumnRules);
      const hasOtherRole = await this.assignRole(manager, actor, user, input);
      const { roles: _roles, ...columns } = input;
      const values = await this.toStoredValues(manager, user, columns);
      const isDeactivated = values.status !== undefined && values.status !== user.status && values.status !== 'active';
      const isNewEmail = values.email !== undefined && values.email !== user.email;
      const isChanged = await updateUser(manager, user, values, { actor, now: this.context.clock.now() });
      if (hasOtherRole || isDeactivated) await closeAllSessions(manager, id);
      if (isDeactivated || isNewEmail) await deleteResetTokens(manager, id);
      if (isChanged || hasOtherRole) {
        await recordAction(manager, actor, 'edited', 'user', id);
        await recordSiteChanged(scope);
      }
      return { isChanged: isChanged || hasOtherRole, isSignedOut: hasOtherRole || isDeactivated };
    });
  }

  /**
   * Deletes a user.
   * @param options `deletePosts`: if true, the posts whose first author is the user are deleted, and the user is removed from the authors
   *   of other posts; if false, the owner of the site replaces the user as author of all posts
   * @throws NotFoundError, NoPermissionError
   */
  async delete(actor: Actor, id: string, { deletePosts }: { deletePosts: boolean }): Promise<void> {
    authorize(actor, 'users.destroy');
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager } = scope;
      const user = await lockUser(manager, id, 'update');
      assertMayApplyToUser(actor, 'users.destroy', user);
      if (deletePosts) await deletePostsOf(scope, actor, id);
      else await reassignPostsToOwner(manager, id);
      await deleteUserRow(manager, id);
      await recordAction(manager, actor, 'deleted', 'user', id);
      await recordSiteChanged(scope);
    });
  }

  /**
   * Makes an administrator the owner, and the owner (the actor) an administrator. Closes the sessions of both.
   * @param id the id of the administrator
   * @returns both users with their new roles, the new owner last
   * @throws NotFoundError, NoPermissionError, ValidationError when the other user is not an active administrator
   */
  async transferOwnership(actor: Actor, id: string): Promise<User[]> {
    authorize(actor, 'users.transferOwnership');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager } = scope;
      // A concurrent transfer waits for this lock and then fails, because its actor is no longer the owner.
      if (roleOf(await lockUser(manager, actor.id)) !== 'Owner') throw permissionError('users.transferOwnership');
      const newOwner = await lockUser(manager, id);
      if (roleOf(newOwner) !== 'Administrator' || newOwner.status !== 'active') {
        throw new ValidationError('Only administrators can be assigned the owner role.');
      }
      await setRole(manager, newOwner.id, await getRole(manager, { name: 'Owner' }));
      await setRole(manager, actor.id, await getRole(manager, { name: 'Administrator' }));
      await closeAllSessions(manager, newOwner.id);
      await closeAllSessions(manager, actor.id);
      for (const resourceId of [actor.id, newOwner.id]) {
        await recordAction(manager, actor, 'edited', 'user', resourceId);
      }
      return findUsers(manager, [actor.id, newOwner.id]);
    });
  }

  /**
   * A user, without their roles.
   * @throws EntityNotFoundError of TypeORM for an unknown id
   */
  getById(id: string): Promise<User> {
    return this.context.dataSource.manager.findOneByOrFail(User, { id });
  }

  /**
   * The name and e-mail address of the actor; the address is null if it is not confirmed.
   * @throws NotFoundError when the actor is not a user
   */
  async confirmedIdentity(actor: Actor): Promise<{ name: string; email: string | null }> {
    const [user] = await this.context.dataSource.query<{ name: string; email: string | null }[]>(
      `select name, case when confirmed_email = lower(email) then email end as email from publishing.users where id = $1`,
      [actor.id],
    );
    if (!user) throw new NotFoundError('User not found');
    return user;
  }

  /** Sets the role of the input. @returns false if the input has no role, or the user already has it */
  private async assignRole(
    manager: EntityManager,
    actor: Actor,
    user: User,
    { roles }: Pick<UserInput, 'roles'>,
  ): Promise<boolean> {
    const [wanted] = roles ?? [];
    if (!wanted) return false;
    const role = await getRole(manager, wanted);
    if (role.name === roleOf(user)) return false;
    const isOwn = actor.id === user.id;
    if (isOwn || roleOf(user) === 'Owner' || !assignableRoles(actor, 'roles.assign').includes(role.name))
      throw permissionError('users.edit');
    await setRole(manager, user.id, role);
    return true;
  }

  private async toStoredValues(
    manager: EntityManager,
    user: User,
    input: Omit<UserInput, 'roles'>,
  ): Promise<Partial<User>> {
    const { siteUrl } = this.context;
    const values: Partial<User> = userColumnsFrom(input, siteUrl);
    if (values.slug) values.slug = await freeSlug(manager, 'user', values.slug, user.id);
    if (values.email) await assertFreeEmail(manager, values.email, user.id);
    return values;
  }
}

/** The users with their roles, in the order of the ids. */
async function findUsers(manager: EntityManager, ids: readonly string[]): Promise<User[]> {
  const users = await manager.find(User, { where: { id: In(ids) }, relations: { roles: true } });
  return users.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** @throws NoPermissionError when users suspend or lock themselves, or when the owner would be suspended or locked */
function assertMayChangeStatus(actor: Actor, user: User, { status }: UserInput): void {
  const isSuspension = status === 'inactive' || status === 'locked';
  if (isSuspension && (actor.id === user.id || roleOf(user) === 'Owner')) throw permissionError('users.edit');
}
