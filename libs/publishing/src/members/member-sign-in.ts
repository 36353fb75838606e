import { createObjectId, Member, MemberSession, MemberSignInToken } from '@almanac/entities';
import { recordEvent } from '@almanac/outbox';
import { defaultsOf, memberDefinition } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';
import type { PublishingContext } from '../publishing-context';
import { createSecret, digestOf } from '../secrets/secret';
import { databaseTime } from '../database-time';
import { readMemberSubscriptionSettings } from '../settings/member-subscription-settings';
import { inTransaction, type WriteScope } from '../write-scope';
import { memberOutboxEvent } from './member-events';
import { findMemberRecord, type MemberRecord, readMemberRecord } from './member-record';
import { createLinkParameters, mailSignInLink, type SignInEmailType } from './sign-in-link';
import { findAndLockMemberByEmail, findMember } from './stored-member';

/** 184 days, as in Ghost. */
const SESSION_LIFETIME_MS = 184 * 24 * 60 * 60 * 1000;

/** A new session. The database stores only a digest of its secret. */
export interface OpenedMemberSession {
  secret: string;
  expiresAt: Date;
  /** The purpose of the link that opened the session. */
  emailType: SignInEmailType;
}

/** Signs members in and out. They sign in with links only: mailed ones, or ones that staff create. */
export class MemberSignInService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Mails a link to the address. The address of a member gets a sign-in link, whatever `emailType` is. Any other address gets a link to
   * sign up or subscribe, or no mail if visitors cannot sign up. There is no result, so that responses do not reveal who is a member.
   */
  async request(email: string, emailType: SignInEmailType): Promise<void> {
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { allowsSelfSignup } = await readMemberSubscriptionSettings(scope.manager);
      const member = await findMember(scope.manager, email);
      if (member) return mailSignInLink(scope, this.context, { email: member.email, emailType: 'signin' });
      const link = { email, emailType: emailType === 'signin' ? ('signup' as const) : emailType };
      if (allowsSelfSignup) return mailSignInLink(scope, this.context, link);
      // Stores a token that is not mailed. Without this write, the response would be faster than the response for a member.
      await createLinkParameters(scope, this.context, link);
    });
  }

  /** Whether a token is known and has not expired. The token stays valid. */
  async isRedeemable(token: string): Promise<boolean> {
    const row = await this.context.dataSource.manager.findOneBy(MemberSignInToken, { tokenDigest: digestOf(token) });
    return row !== null && row.expiresAt > this.context.clock.now();
  }

  /**
   * Opens a session for the token of a link. Each token works once. A new address becomes a member if visitors can sign up.
   * @returns null if the token is unknown, used or expired, or if no member has the address and `signUp` adds none
   */
  async redeem(token: string): Promise<OpenedMemberSession | null> {
    const { dataSource, clock } = this.context;
    return inTransaction(dataSource, this.context, async (scope) => {
      const [used] = await scope.manager.query<
        [{ email: string; email_type: SignInEmailType; expires_at: Date }[], number]
      >(
        'delete from publishing.member_sign_in_tokens where token_digest = $1 returning email, email_type, expires_at',
        [digestOf(token)],
      );
      const row = used[0];
      const now = clock.now();
      if (!row || row.expires_at <= now) return null;
      const member = (await findAndLockMemberByEmail(scope.manager, row.email)) ?? (await signUp(scope, row));
      return member && { ...(await openSession(scope.manager, member.id, now)), emailType: row.email_type };
    });
  }

  /** The member of a session; null when the session is unknown or expired. */
  async memberOf(secret: string): Promise<MemberRecord | null> {
    const { clock, dataSource } = this.context;
    const session = await dataSource.manager.findOneBy(MemberSession, { secretDigest: digestOf(secret) });
    return session && session.expiresAt > clock.now() ? findMemberRecord(dataSource.manager, session.memberId) : null;
  }

  /** Closes the session with this secret, if it exists. */
  async close(secret: string): Promise<void> {
    await this.context.dataSource.manager.delete(MemberSession, { secretDigest: digestOf(secret) });
  }
}

/**
 * Adds a member with the address of a link.
 * @returns null for a sign-in link, because its member was deleted or got another address after the link was created; also null if
 *   visitors cannot sign up
 */
async function signUp(
  { manager, settings }: WriteScope,
  { email, email_type: emailType }: { email: string; email_type: SignInEmailType },
): Promise<MemberRecord | null> {
  if (emailType === 'signin' || !(await readMemberSubscriptionSettings(manager)).allowsSelfSignup) return null;
  const now = await databaseTime(manager);
  const id = createObjectId();
  await manager.insert(Member, { ...defaultsOf(memberDefinition), id, email, createdAt: now, updatedAt: now });
  const member = await readMemberRecord(manager, id);
  await recordEvent(manager, memberOutboxEvent(settings, 'added', member, { current: member }));
  return member;
}

async function openSession(
  manager: EntityManager,
  memberId: string,
  now: Date,
): Promise<Pick<OpenedMemberSession, 'secret' | 'expiresAt'>> {
  const opened = { secret: createSecret(), expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS) };
  const { expiresAt } = opened;
  await manager.insert(MemberSession, { secretDigest: digestOf(opened.secret), memberId, createdAt: now, expiresAt });
  return opened;
}
