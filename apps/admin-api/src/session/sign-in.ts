import { User } from '@almanac/entities';
import { UnauthorizedError } from '@almanac/errors';
import { Clock, type RateLimit, RateLimits } from '@almanac/platform';
import { isPassword, mayWork, openSession, type OpenedSession, wrongPassword } from '@almanac/publishing';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Nobody's address is longer; it is also part of the key its tries are counted under. */
const LONGEST_NAME = 191;

const TOO_MANY = 'Too many sign-in attempts try again in 10 minutes';

/** Five tries per account and address; a success forgets them. */
const perAccountAndAddress: RateLimit = { name: 'sign-in', points: 5, durationSeconds: 600 };
/** One account from everywhere, and one address against all accounts: failures only. */
const perAccount: RateLimit = { name: 'sign-in-account', points: 100, durationSeconds: 3600 };
const perAddress: RateLimit = { name: 'sign-in-address', points: 100, durationSeconds: 3600 };

/** Who wants in, and from where. */
export interface SignInAttempt {
  username: unknown;
  password: unknown;
  origin: string;
  /** The client's address. */
  address: string;
}

/** Turns a name and a password into a session. */
@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
  ) {}

  /**
   * @throws UnauthorizedError, the same for an unknown name and a wrong password; TooManyRequestsError
   */
  async attempt({ username, password, origin, address }: SignInAttempt): Promise<OpenedSession> {
    if (typeof username !== 'string' || typeof password !== 'string' || username.length > LONGEST_NAME) {
      throw new UnauthorizedError('Access denied.');
    }
    const account = username.toLowerCase();
    await this.limits.assertNotExceeded(perAccount, account, TOO_MANY);
    await this.limits.assertNotExceeded(perAddress, address, TOO_MANY);
    await this.limits.consume(perAccountAndAddress, `${account}|${address}`, TOO_MANY);
    const user = await this.findUser(account);
    if (!(await isPassword(password, user?.password)) || !user || !mayWork(user)) {
      await this.countFailure(account, address);
      throw new UnauthorizedError('Access denied.', wrongPassword);
    }
    await this.limits.reset(perAccountAndAddress, `${account}|${address}`);
    return this.dataSource.transaction((manager) => this.open(manager, user.id, origin));
  }

  private findUser(account: string): Promise<User | null> {
    return this.dataSource.manager
      .createQueryBuilder(User, 'user')
      .where('lower(user.email) = :account', { account })
      .getOne();
  }

  private async countFailure(account: string, address: string): Promise<void> {
    await this.limits.consume(perAccount, account, TOO_MANY);
    await this.limits.consume(perAddress, address, TOO_MANY);
  }

  private async open(manager: EntityManager, userId: string, origin: string): Promise<OpenedSession> {
    const now = this.clock.now();
    await manager.update(User, { id: userId }, { lastSeenAt: now });
    return openSession(manager, { userId, origin, now });
  }
}
