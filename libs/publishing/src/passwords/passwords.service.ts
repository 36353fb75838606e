import { User } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import { recordAction } from '../actions/record-action';
import { deleteResetTokens } from '../password-resets/delete-reset-tokens';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { closeAllSessions } from '../sessions/sessions';
import { readSiteTitle } from '../settings/site-title';
import { lockUser } from '../users/lock-user';
import { assertMayApplyToUser } from '../users/staff-rules';
import { inTransaction } from '../write-scope';
import { assertAcceptablePassword, hashPassword, isPassword, wrongPassword } from './password';

/** A request to change a password. */
export interface PasswordChange {
  userId: string;
  newPassword: string;
  /** The repetition of the new password, with its name in Ghost's API. It has to equal `newPassword`. */
  ne2Password: string;
  /** Required when users change their own password. */
  oldPassword?: string;
}

/** Operations on passwords. */
export class PasswordsService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Sets a user's password and closes all their sessions. A new password unlocks a locked user, but does not end a suspension. Users who
   * change their own password must know the password that is stored when the change is written.
   * @throws ValidationError, NotFoundError, NoPermissionError
   */
  async change(actor: Actor, change: PasswordChange): Promise<void> {
    authorize(actor, 'users.changePassword');
    if (change.newPassword !== change.ne2Password) throw new ValidationError('Your new passwords do not match');
    const { dataSource, clock, siteUrl } = this.context;
    const user = await dataSource.manager.findOne(User, { where: { id: change.userId }, relations: { roles: true } });
    if (!user) throw new NotFoundError('User not found');
    assertMayApplyToUser(actor, 'users.changePassword', user);
    assertAcceptablePassword(change.newPassword, {
      email: user.email,
      siteUrl,
      siteTitle: await readSiteTitle(dataSource.manager),
    });
    if (actor.id === user.id && !(await isPassword(change.oldPassword ?? '', user.password))) {
      throw new ValidationError(wrongPassword.context, wrongPassword);
    }
    const password = await hashPassword(change.newPassword);
    await inTransaction(dataSource, this.context, async ({ manager }) => {
      // Hashing takes so long that another request can have changed the user meanwhile.
      const current = await lockUser(manager, user.id);
      assertMayApplyToUser(actor, 'users.changePassword', current);
      if (actor.id === user.id && current.password !== user.password) {
        throw new ValidationError(wrongPassword.context, wrongPassword);
      }
      const unlocked = current.status === 'locked' ? ({ status: 'active' } as const) : {};
      await manager.update(
        User,
        { id: user.id },
        { password, ...unlocked, updatedAt: clock.now(), updatedBy: actor.id },
      );
      await closeAllSessions(manager, user.id);
      await deleteResetTokens(manager, user.id);
      await recordAction(manager, actor, 'edited', 'user', user.id);
    });
  }
}
