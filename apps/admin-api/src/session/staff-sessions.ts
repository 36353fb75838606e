import { User } from '@almanac/entities';
import { UnauthorizedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import {
  canSignIn,
  closeSession,
  isPassword,
  type OpenedSession,
  openSession,
  wrongPassword,
} from '@almanac/publishing';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { KnownDevices } from './known-devices';
import { SignInLimits } from './sign-in-limits';

/** The maximum length of the e-mail address of a user, in characters. The limit also bounds the keys of rate limits. */
const MAX_USERNAME_LENGTH = 191;

/** The credentials of a sign-in, and the client that sends them. */
export interface SignInAttempt {
  username: unknown;
  password: unknown;
  /** The new session is valid only for requests from this origin. */
  origin: string;
  /** The IP address of the client. */
  ip: string;
  /** The secret in the session cookie, also of an ended session. It shows that the user signed in with this browser before. */
  sessionSecret?: string;
}

/** Opens and closes the sessions of staff. */
@Injectable()
export class StaffSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * Opens a session for a username (the e-mail address) and a password.
   * @throws UnauthorizedError, with the same message for an unknown username, a wrong password and a suspended user
   * @throws TooManyRequestsError after too many attempts
   */
  async signIn({ username, password, origin, ip, sessionSecret }: SignInAttempt): Promise<OpenedSession> {
    if (typeof username !== 'string' || typeof password !== 'string' || username.length > MAX_USERNAME_LENGTH) {
      throw new UnauthorizedError('Access denied.');
    }
    const account = username.toLowerCase();
    const user = await this.findUser(account);
    const knownDevice = this.devices.isKnown(sessionSecret, user?.id) ? sessionSecret : undefined;
    const attempt = { account, ip, knownDevice };
    await this.limits.admit(attempt);
    if (!(await isPassword(password, user?.password)) || !user || !canSignIn(user)) {
      await this.limits.countFailure(attempt);
      throw new UnauthorizedError('Access denied.', wrongPassword);
    }
    await this.limits.resetAfterSuccess(attempt);
    return this.dataSource.transaction(async (manager) => {
      // The session is opened only if the password is still the one that was checked. Otherwise a password change, which closes all
      // sessions, would not close a session that is opened after it with the former password.
      const checked = { id: user.id, password: user.password ?? '' };
      const { affected } = await manager.update(User, checked, { lastSeenAt: this.clock.now() });
      if (affected !== 1) throw new UnauthorizedError('Access denied.', wrongPassword);
      return this.openSession(manager, user.id, origin);
    });
  }

  /** Opens a new session for a user who changed their own password or role, which closed all their sessions. */
  renew(userId: string, origin: string): Promise<OpenedSession> {
    return this.openSession(this.dataSource.manager, userId, origin);
  }

  async signOut(sessionId: string): Promise<void> {
    await closeSession(this.dataSource.manager, sessionId);
  }

  private findUser(account: string): Promise<User | null> {
    return this.dataSource.manager
      .createQueryBuilder(User, 'user')
      .where('lower(user.email) = :account', { account })
      .getOne();
  }

  private openSession(manager: EntityManager, userId: string, origin: string): Promise<OpenedSession> {
    const secret = this.devices.createSecret(userId);
    return openSession(manager, { userId, origin, now: this.clock.now(), secret });
  }
}
