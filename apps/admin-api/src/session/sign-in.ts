import { User } from '@almanac/entities';
import { UnauthorizedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { isPassword, canSignIn, openSession, type OpenedSession, wrongPassword } from '@almanac/publishing';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { KnownDevices } from './known-device';
import { SignInLimits } from './sign-in-limits';

/** The longest address that is stored; it is also part of the key its tries are counted under. */
const LONGEST_NAME = 191;

/** Who wants in, and from where. */
export interface SignInAttempt {
  username: unknown;
  password: unknown;
  origin: string;
  /** The client's address. */
  address: string;
  /** The secret of a session that the browser has or had. */
  sessionSecret?: string;
}

/** Turns a name and a password into a session. */
@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly limits: SignInLimits,
    private readonly devices: KnownDevices,
  ) {}

  /**
   * @throws UnauthorizedError, the same for an unknown name and a wrong password; TooManyRequestsError
   */
  async attempt({ username, password, origin, address, sessionSecret }: SignInAttempt): Promise<OpenedSession> {
    if (typeof username !== 'string' || typeof password !== 'string' || username.length > LONGEST_NAME) {
      throw new UnauthorizedError('Access denied.');
    }
    const account = username.toLowerCase();
    const user = await this.findUser(account);
    const knownDevice = this.devices.isKnown(sessionSecret, user?.id) ? sessionSecret : undefined;
    const counted = { account, address, knownDevice };
    await this.limits.admit(counted);
    if (!(await isPassword(password, user?.password)) || !user || !canSignIn(user)) {
      await this.limits.noteFailure(counted);
      throw new UnauthorizedError('Access denied.', wrongPassword);
    }
    await this.limits.noteSuccess(counted);
    return this.dataSource.transaction((manager) => this.open(manager, user.id, origin));
  }

  private findUser(account: string): Promise<User | null> {
    return this.dataSource.manager
      .createQueryBuilder(User, 'user')
      .where('lower(user.email) = :account', { account })
      .getOne();
  }

  private async open(manager: EntityManager, userId: string, origin: string): Promise<OpenedSession> {
    const now = this.clock.now();
    await manager.update(User, { id: userId }, { lastSeenAt: now });
    return openSession(manager, { userId, origin, now, secret: this.devices.createSecret(userId) });
  }
}
