import { isPayingSql } from '@almanac/entities';
import { BadRequestError, NoPermissionError, UnauthorizedError } from '@almanac/errors';
import { Clock, type RateLimit, RateLimits } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ContentDatabase } from '../database/content-database';
import { type SiteState, SiteStates } from '../site/site-state';
import { emailOfMemberToken, memberTokenOf } from './member-token';
import type { AccessLevel, Visitor } from './visitor';

/** Limits the requests with a wrong key: 100 per IP address and hour. Other requests are not counted. */
const wrongKeys: RateLimit = { name: 'content-key', maxEvents: 100, durationSeconds: 3_600, isBuffered: true };

const SELECT_IS_PAID = `select ${isPayingSql('m.id')} as "isPaid"
  from publishing.members m where lower(m.email) = lower($1)`;

/** The error for a request with several keys, or without a key. */
function missingKeyError(key: unknown): BadRequestError | NoPermissionError {
  if (Array.isArray(key)) return new BadRequestError('Invalid Request');
  return new NoPermissionError('Authorization failed', {
    context:
      'Unable to determine the authenticated member or integration. Check the supplied Content API Key and ensure cookies are being passed through if member auth is failing.',
  });
}

/** While the members feature is off, no visitor can sign in to read restricted posts, so every visitor may read all posts. */
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
   * The visitor of a request. It is also stored as `request.visitor`, which later calls for the request return. The result is a promise
   * only if the database has to be read or the request is rejected, because cached responses are faster without promises (ADR 0200).
   * @throws NoPermissionError without a key, BadRequestError for several keys, UnauthorizedError for a wrong key or member token,
   *   TooManyRequestsError after too many wrong keys, and errors of the database
   */
  identify(request: FastifyRequest): Visitor | Promise<Visitor> {
    if (request.visitor) return request.visitor;
    const state = this.states.current();
    return state instanceof Promise
      ? state.then((loaded) => this.identifyAt(loaded, request))
      : this.identifyAt(state, request);
  }

  private identifyAt(state: SiteState, request: FastifyRequest): Visitor | Promise<Visitor> {
    const { key } = request.query as Record<string, unknown>;
    if (typeof key !== 'string' || state.keys.get(key)?.type !== 'content') return this.reject(key, state, request.ip);
    const token = state.hasMembers ? memberTokenOf(request.headers.authorization) : undefined;
    if (token !== undefined) return this.identifyMember(token, state, request);
    return (request.visitor = { access: accessWithoutToken(state), isMember: false, state });
  }

  private async identifyMember(token: string, state: SiteState, request: FastifyRequest): Promise<Visitor> {
    return (request.visitor = { access: await this.accessOf(token, state), isMember: true, state });
  }

  /** Rejects a request without a valid content key. If the request has one key, it counts for the limit of its IP address. */
  private async reject(key: unknown, { keys }: SiteState, ipAddress: string): Promise<never> {
    if (typeof key !== 'string' || key === '') throw missingKeyError(key);
    await this.limits.consume(wrongKeys, ipAddress, 'Too many attempts.');
    throw keys.has(key)
      ? new UnauthorizedError('Invalid API Key type', { code: 'INVALID_API_KEY_TYPE' })
      : new UnauthorizedError('Unknown Content API Key', { code: 'UNKNOWN_CONTENT_API_KEY' });
  }

  /** The access level of the member with this identity token. */
  private async accessOf(token: string, { memberKey, site }: SiteState): Promise<AccessLevel> {
    const email = emailOfMemberToken(token, memberKey, site.url, this.clock.now());
    const [member] = await this.database.run<{ isPaid: boolean }>(SELECT_IS_PAID, [email]);
    if (!member) throw new UnauthorizedError('Invalid member token.', { code: 'INVALID_JWT' });
    return member.isPaid ? 'paid' : 'member';
  }
}
