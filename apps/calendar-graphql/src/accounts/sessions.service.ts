import { CalendarSession, CalendarUser, createObjectId } from '@almanac/entities';
import { UnauthorizedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { createHashSecret, digestOf } from './session-hash';
import { type Viewer } from './viewer';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A session as its holder sees it. */
export interface SessionState {
  user: CalendarUser;
  redeemedAt: Date;
  isValid: boolean;
}

/** Mailed links and the sessions they open. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /**
   * Makes a link for a user and ends his older ones that were not redeemed.
   * With the id of nobody it executes the same statements and changes nothing, so that time does not tell who has an account.
   * @returns the secret, to be mailed and forgotten
   */
  async issueLink(manager: EntityManager, userId: string): Promise<string> {
    const hash = createHashSecret();
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
   * The first call redeems a link and opens the session; each later one returns that session, valid or not.
   * @throws UnauthorizedError when no link has this hash, or it was not redeemed in time
   */
  async signIn(hash: string): Promise<SessionState> {
    const digest = digestOf(hash);
    const now = this.clock.now();
    return this.dataSource.transaction(async (manager) => {
      await this.redeem(manager, digest, now);
      const session = await manager.findOne(CalendarSession, {
        where: { hashDigest: digest },
        relations: { user: true },
      });
      if (!session?.user || !session.redeemedAt) throw new UnauthorizedError('This link is not valid, or no longer.');
      return { user: session.user, redeemedAt: session.redeemedAt, isValid: isValid(session, now) };
    });
  }

  /** The user behind a presented hash; null when its session is not valid. */
  async findViewer(hash: string): Promise<Viewer | null> {
    const session = await this.dataSource.getRepository(CalendarSession).findOneBy({ hashDigest: digestOf(hash) });
    return session && isValid(session, this.clock.now()) ? { userId: session.userId, sessionId: session.id } : null;
  }

  /** Ends the session the viewer presented. */
  async revoke(viewer: Viewer): Promise<void> {
    await this.dataSource
      .getRepository(CalendarSession)
      .update({ id: viewer.sessionId }, { revokedAt: this.clock.now() });
  }

  /** One conditional update: of many calls at once a single one finds the link unredeemed. */
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
