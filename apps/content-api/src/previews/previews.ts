import { contractOfPath } from '@almanac/api-versions';
import { NotFoundError, ValidationError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { getRow, inVersion, parseSelection, type PostRow, type QueryParameters } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import type { AccessLevel } from '../authentication/visitor';
import { ContentDatabase } from '../database/content-database';
import type { ContentResource } from '../reading/content-resources';
import { renderContextOf } from '../reading/read-request';
import { SiteStates } from '../site/site-state';

/**
 * Limits the requests without a valid token: 100 per IP address and hour, counted in memory (`isBuffered`). Requests with a valid token are
 * not counted.
 */
const wrongTokens: RateLimit = { name: 'preview-token', maxEvents: 100, durationSeconds: 3_600, isBuffered: true };
const MAX_TOKEN_LENGTH = 100;
/** The values of the query parameter `as`. */
const previewedLevels = ['public', 'member', 'paid'] as const;

/** A link is valid until it expires, and only while its creator exists: an integration, or a user who is neither suspended nor locked. */
const SELECT_POST_OF_LINK = `select l.post_id as id from publishing.preview_links l
  where l.token_digest = $1 and l.expires_at > now() and (
    exists (select from publishing.users u where u.id = l.created_by and u.status not in ('inactive', 'locked'))
    or exists (select from publishing.integrations i where i.id = l.created_by))`;

/** Reads a post or page in any status for a client with a preview link. */
@Injectable()
export class Previews {
  constructor(
    private readonly database: ContentDatabase,
    private readonly states: SiteStates,
    private readonly limits: RateLimits,
  ) {}

  /**
   * The body of a response with the post or page of the token, as visitors with the access level in the query parameter `as` will get it
   * after its publication.
   * @throws ValidationError for wrong query parameters; NotFoundError for a token that is missing, wrong or expired, for the token of a
   *   page if posts are requested, and for the token of a post if pages are requested; TooManyRequestsError after too many wrong tokens
   */
  async read(contentResource: ContentResource<PostRow>, request: FastifyRequest): Promise<object> {
    const query = request.query as QueryParameters;
    const contract = contractOfPath(request.url);
    const access = accessLevelOf(query);
    const resource = inVersion(contentResource.resource, contract.version);
    const selection = parseSelection(query, resource);
    const id = await this.postIdOf(query.token, request.ip);
    const [state, row] = await Promise.all([
      this.states.current(),
      getRow(this.database.run, resource, ['id', id], selection),
    ]);
    const visitor = { access: state.hasMembers ? access : ('everything' as const), state };
    const context = renderContextOf({ contract, visitor, query });
    return { [resource.key]: [contentResource.serialize(contract, row, context, selection)] };
  }

  private async postIdOf(token: unknown, ipAddress: string): Promise<string> {
    if (typeof token === 'string' && token !== '' && token.length <= MAX_TOKEN_LENGTH) {
      const digest = createHash('sha256').update(token).digest('hex');
      const [link] = await this.database.run<{ id: string }>(SELECT_POST_OF_LINK, [digest]);
      if (link) return link.id;
    }
    await this.limits.consume(wrongTokens, ipAddress, 'Too many attempts.');
    throw new NotFoundError('Preview not found.');
  }
}

function accessLevelOf({ as = 'public' }: QueryParameters): AccessLevel {
  const level = previewedLevels.find((known) => known === as);
  if (!level) {
    throw new ValidationError('Validation (isIn) failed for as', {
      property: 'as',
      help: `as is one of ${previewedLevels.join(', ')}.`,
    });
  }
  return level;
}
