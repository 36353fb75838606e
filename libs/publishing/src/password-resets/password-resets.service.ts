import { PasswordResetToken, User } from '@almanac/entities';
import { UnauthorizedError, ValidationError } from '@almanac/errors';
import { requestMail } from '../mails/request-mail';
import { staffLink } from '../mails/staff-link';
import { assertAcceptablePassword, hashPassword } from '../passwords/password';
import type { PublishingContext } from '../publishing-context';
import { createSecret, digestOf } from '../secrets/secret';
import { closeAllSessions } from '../sessions/sessions';
import { readSiteTitle } from '../settings/site-title';
import { confirmEmail } from '../users/confirm-email';
import { lockUser } from '../users/lock-user';
import { inTransaction, type WriteScope } from '../write-scope';
import { deleteResetTokens } from './delete-reset-tokens';

/** How long a reset link is valid. */
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Mails links to staff who forgot their passwords, and sets the new passwords. */
export class PasswordResetsService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Requests a mail with a reset link, or with a notice if the address is unknown or its user is suspended. There is no result, so that
   * responses do not reveal who is a user.
   */
  async request(email: string): Promise<void> {
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      // The lock makes a concurrent change of the address wait until this transaction has stored the token, so that the change also deletes
      // this token. If this statement waits for such a change, PostgreSQL compares the new address. The lock is `no key update`, so that
      // this statement does not wait for an import that inserts rows which refer to the user. The wait would make the response slow, and
      // thereby show that the address is known.
      const user = await scope.manager
        .createQueryBuilder(User, 'user')
        .setLock('for_no_key_update')
        .where('lower(user.email) = lower(:email)', { email })
        .getOne();
      if (user && user.status !== 'inactive') await this.sendResetLink(scope, user);
      else await this.sendUnknownAddressNotice(scope, email);
    });
  }

  /**
   * Sets a new password for the user of a token and closes all their sessions. Each token works once.
   * @throws UnauthorizedError when the token is unknown, used or expired
   * @throws ValidationError for an unacceptable password, and if the two passwords differ
   */
  async redeem({
    token,
    newPassword,
    ne2Password: repeatedPassword,
  }: Record<'token' | 'newPassword' | 'ne2Password', string>): Promise<void> {
    if (newPassword !== repeatedPassword) throw new ValidationError('Your new passwords do not match');
    const { dataSource, clock, siteUrl } = this.context;
    await inTransaction(dataSource, this.context, async ({ manager }) => {
      const tokenDigest = digestOf(token);
      const known = await manager.findOneBy(PasswordResetToken, { tokenDigest });
      if (!known) throw new UnauthorizedError('Invalid token structure');
      if (known.expiresAt <= clock.now()) throw new UnauthorizedError('Token expired');
      const user = await lockUser(manager, known.userId);
      // Nothing is deleted if a concurrent change of the password, address or status has already deleted the token.
      const { affected } = await manager.delete(PasswordResetToken, { tokenDigest });
      if (!affected) throw new UnauthorizedError('Invalid token structure');
      assertAcceptablePassword(newPassword, { email: user.email, siteUrl, siteTitle: await readSiteTitle(manager) });
      const password = await hashPassword(newPassword);
      // A new password unlocks a locked user, but does not end a suspension.
      const status = user.status === 'inactive' ? 'inactive' : 'active';
      await manager.update(User, { id: user.id }, { password, status, updatedAt: clock.now() });
      await confirmEmail(manager, user.id);
      await deleteResetTokens(manager, user.id);
      await closeAllSessions(manager, user.id);
    });
  }

  private async sendResetLink(scope: WriteScope, user: User): Promise<void> {
    const { clock, siteUrl, encryptionKey } = this.context;
    const token = createSecret();
    const now = clock.now();
    await scope.manager.insert(PasswordResetToken, {
      tokenDigest: digestOf(token),
      userId: user.id,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
      createdAt: now,
    });
    const url = staffLink(this.context, 'reset', token);
    const values = { siteTitle: await readSiteTitle(scope.manager), siteUrl, url };
    await requestMail(scope, { template: 'password-reset', to: user.email, values }, encryptionKey);
  }

  private async sendUnknownAddressNotice(scope: WriteScope, email: string): Promise<void> {
    const { siteUrl, encryptionKey } = this.context;
    const values = { siteTitle: await readSiteTitle(scope.manager), siteUrl };
    await requestMail(scope, { template: 'password-reset-unknown', to: email, values }, encryptionKey);
  }
}
