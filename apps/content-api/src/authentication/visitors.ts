import { isPayingSql } from '@almanac/entities';
import { BadRequestError, NoPermissionError, UnauthorizedError } from '@almanac/errors';
import { Clock, type RateLimit, RateLimits } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ContentDatabase } from '../database/content-database';
import { type SiteState, SiteStates } from '../site/site-state';
import { emailOfMemberToken, memberTokenOf } from './member-token';
import type { AccessLevel, Visitor } from './visitor';

/** Failed attempts per IP address and hour. Requests with a valid key are not counted. */
const wrongKeys: RateLimit = { name: 'content-key', points: 100, durationSeconds: 3_600, isBuffered: true };

const SELECT_IS_PAID = `select ${isPayingSql('m.id')} as "isPaid"
  from publishing.members m where lower(m.email) = lower($1)`;

/** @throws NoPermissionError without a key; BadRequestError for two keys */
function keyOf({ query }: FastifyRequest): string {
  const { key } = query as Record<string, unknown>;
  if (Array.isArray(key)) throw new BadRequestError('Invalid Request');
  if (typeof key !== 'string' || key === '') {
    throw new NoPermissionError('Authorization failed', {
      context:
        'Unable to determine the authenticated member or integration. Check the supplied Content API Key and ensure cookies are being passed through if member auth is failing.',
    });
  }
  return key;
}

const accessWithoutToken = ({ hasMembers }: SiteState): AccessLevel => (hasMembers ? 'public' : 'everything');

/** Identifies visitors by the content key in the query string, which every request needs, and by the member token if there is one. */
@Injectable()
export class Visitors {
  constructor(
    private readonly states: SiteStates,
    private readonly database: ContentDatabase,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /**
   * The visitor of a request, also stored as `request.visitor`. A second call for the same request returns the same visitor.
   * @throws NoPermissionError without a key; UnauthorizedError for a wrong key or member token; BadRequestError for two keys;
   *   TooManyRequestsError after too many wrong keys
   */
  async identify(request: FastifyRequest): Promise<Visitor> {
    if (request.visitor) return request.visitor;
    const state = await this.states.current();
    const secret = keyOf(request);
    if (state.keys.get(secret)?.type !== 'content') throw await this.rejectKey(secret, state, request.ip);
    const token = state.hasMembers ? memberTokenOf(request.headers.authorization) : undefined;
    const access = token === undefined ? accessWithoutToken(state) : await this.accessOf(token, state);
    return (request.visitor = { access, isMember: token !== undefined, state });
  }

  /** The error for a wrong key; counts the attempt. @throws TooManyRequestsError after too many attempts */
  private async rejectKey(secret: string, { keys }: SiteState, address: string): Promise<UnauthorizedError> {
    await this.limits.consume(wrongKeys, address, 'Too many attempts.');
    return keys.has(secret)
      ? new UnauthorizedError('Invalid API Key type', { code: 'INVALID_API_KEY_TYPE' })
      : new UnauthorizedError('Unknown Content API Key', { code: 'UNKNOWN_CONTENT_API_KEY' });
  }

  private async accessOf(token: string, { memberKey, site }: SiteState): Promise<AccessLevel> {
    const email = emailOfMemberToken(token, memberKey, site.url, this.clock.now());
    const [member] = await this.database.run<{ isPaid: boolean }>(SELECT_IS_PAID, [email]);
    if (!member) throw new UnauthorizedError('Invalid member token.', { code: 'INVALID_JWT' });
    return member.isPaid ? 'paid' : 'member';
  }
}
