import { CalendarSession, CalendarUser, createObjectId } from '@almanac/entities';
import { UnauthorizedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { createSecret, digestOf } from './secrets';
import { type Viewer } from './viewer';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The result of `signin`. */
export interface SignInResult {
  /** The bearer token of the session. */
  hash: string;
  user: CalendarUser;
  /** When the link or the ticket was redeemed. */
  redeemedAt: Date;
  /** False once the session has expired or was revoked. */
  isValid: boolean;
}

/**
 * Creates and redeems mailed sign-in links, and reads and ends sessions. The row of a link in `calendar.sessions` is also the row of
 * its session once the link is redeemed.
 */
@Injectable()
export class SessionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /**
   * Creates a sign-in link for a user, and deletes their older links that were not redeemed. For an unknown id, the same statements run
   * and change nothing, so that the response time does not reveal accounts.
   * @returns the secret of the link; only its digest is stored
   */
  async issueLink(manager: EntityManager, userId: string): Promise<string> {
    const hash = createSecret();
    const now = this.clock.now();
    const redeemableUntilAt = new Date(now.getTime() + this.configuration.signInLinkMinutes * MINUTE_MS);
    await manager.query('delete from calendar.sessions where user_id = $1 and redeemed_at is null', [userId]);
    await manager.query(
      `insert into calendar.sessions (id, user_id, hash_digest, created_at, redeemable_until_at)
       select $1, users.id, $3, $4, $5 from calendar.users where users.id = $2`,
      [createObjectId(), userId, digestOf(hash), now, redeemableUntilAt],
    );
    return hash;
  }

  /**
   * The first call redeems a mailed link and creates its session. Later calls return the same session, also when it is no longer valid.
   * @param hash the secret of the link, which is also the bearer token of the session
   * @throws UnauthorizedError for an unknown hash and for a link that was not redeemed in time
   */
  async signIn(hash: string): Promise<SignInResult> {
    const digest = digestOf(hash);
    const now = this.clock.now();
    return this.dataSource.transaction(async (manager) => {
      await this.redeem(manager, digest, now);
      const session = await manager.findOne(CalendarSession, {
        where: { hashDigest: digest },
        relations: { user: true },
      });
      if (!session?.user || !session.redeemedAt)
        throw new UnauthorizedError('This link is not valid, or no longer valid.');
      return { hash, user: session.user, redeemedAt: session.redeemedAt, isValid: isValid(session, now) };
    });
  }

  /** The user and the session of a bearer token; null unless the session is valid. */
  async findViewer(token: string): Promise<Viewer | null> {
    const session = await this.dataSource.getRepository(CalendarSession).findOneBy({ hashDigest: digestOf(token) });
    return session && isValid(session, this.clock.now()) ? { userId: session.userId, sessionId: session.id } : null;
  }

  /** Ends the session of the viewer's request. */
  async revoke(viewer: Viewer): Promise<void> {
    await this.dataSource
      .getRepository(CalendarSession)
      .update({ id: viewer.sessionId }, { revokedAt: this.clock.now() });
  }

  /**
   * Turns a link into a session, and confirms the account of its user. Changes nothing if the link is redeemed or has expired. The
   * conditions of the update let only one of concurrent calls redeem the link.
   */
  private async redeem(manager: EntityManager, digest: string, now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + this.configuration.sessionDays * DAY_MS);
    await manager.query(
      `with redeemed as (
         update calendar.sessions set redeemed_at = $2, expires_at = $3
         where hash_digest = $1 and redeemed_at is null and revoked_at is null and redeemable_until_at > $2
         returning user_id
       )
       update calendar.users set confirmed_at = $2 from redeemed where id = redeemed.user_id and confirmed_at is null`,
      [digest, now, expiresAt],
    );
  }
}

function isValid({ redeemedAt, expiresAt, revokedAt }: CalendarSession, now: Date): boolean {
  return redeemedAt !== null && revokedAt === null && expiresAt !== null && expiresAt > now;
}
