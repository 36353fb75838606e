import { isPayingSql } from '@almanac/entities';
import { BadRequestError, NoPermissionError, UnauthorizedError } from '@almanac/errors';
import { Clock, type RateLimit, RateLimits } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ReadDatabase } from '../database/read-database';
import { type SiteState, SiteStates } from '../site/site-state';
import { emailOfMemberToken, memberTokenOf } from './member-token';
import type { AccessLevel, Visitor } from './visitor';

/** Wrong keys an address may try within an hour; right ones are never counted. */
const wrongKeys: RateLimit = { name: 'content-key', points: 100, durationSeconds: 3_600, isSettledLater: true };

const IS_PAID_MEMBER = `select ${isPayingSql('m.id')} as "isPaid"
  from publishing.members m where lower(m.email) = lower($1)`;

/** Identifies the visitor: by the key in the query, which is always needed, and by a member's token beside it. */
@Injectable()
export class Visitors {
  constructor(
    private readonly states: SiteStates,
    private readonly database: ReadDatabase,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NoPermissionError without a key, UnauthorizedError for a wrong one, BadRequestError for two keys,
   *   TooManyRequestsError for the next wrong key after too many
   */
  async identify(request: FastifyRequest): Promise<Visitor> {
    const state = await this.states.current();
    const { key } = request.query as Record<string, unknown>;
    const token = state.hasMembers ? memberTokenOf(request.headers.authorization) : undefined;
    if (Array.isArray(key)) throw new BadRequestError('Invalid Request');
    if (typeof key !== 'string' || key === '') {
      throw new NoPermissionError('Authorization failed', {
        context:
          'Unable to determine the authenticated member or integration. Check the supplied Content API Key and ensure cookies are being passed through if member auth is failing.',
      });
    }
    await this.checkKey(key, state, request.ip);
    return { access: await this.accessOf(token, state), isMember: token !== undefined, state };
  }

  /** Who asks with a good key and no token; undefined for a key that is none of ours for reading. */
  async withKey(secret: string): Promise<Visitor | undefined> {
    const state = await this.states.current();
    if (state.keys.get(secret)?.type !== 'content') return undefined;
    return { access: state.hasMembers ? 'public' : 'everything', isMember: false, state };
  }

  private async checkKey(secret: string, { keys }: SiteState, address: string): Promise<void> {
    const key = keys.get(secret);
    if (key?.type === 'content') return;
    await this.limits.consume(wrongKeys, address, 'Too many attempts.');
    throw new UnauthorizedError(key ? 'Invalid API Key type' : 'Unknown Content API Key');
  }

  private async accessOf(token: string | undefined, { hasMembers, memberKey, site }: SiteState): Promise<AccessLevel> {
    if (!hasMembers) return 'everything';
    if (token === undefined) return 'public';
    const email = emailOfMemberToken(token, memberKey, site.url, this.clock.now());
    const [member] = await this.database.run<{ isPaid: boolean }>(IS_PAID_MEMBER, [email]);
    if (!member) throw new UnauthorizedError('Invalid member token.', { code: 'INVALID_JWT' });
    return member.isPaid ? 'paid' : 'member';
  }
}
