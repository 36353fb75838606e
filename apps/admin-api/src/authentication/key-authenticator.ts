import { ApiKey, type PreparedStatement, queryPrepared } from '@almanac/entities';
import { UnauthorizedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import type { Actor, RoleName } from '@almanac/publishing';
import { isUnversioned } from '@almanac/versioned-http';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { versionOf } from '../http/requested-version';
import { assertValidToken, keyIdOf } from './admin-token';
import { TokenAudiences } from './token-audience';

/** The minimum time between two updates of `last_seen_at`, so that most requests write nothing to the database. */
const LAST_SEEN_INTERVAL_MS = 60_000;
const ID_PATTERN = /^[a-f\d]{24}$/;

interface StoredKey extends Pick<ApiKey, 'id' | 'type' | 'secret' | 'integrationId' | 'lastSeenAt'> {
  role: RoleName | null;
}

const keyStatement: PreparedStatement = {
  name: 'admin_key',
  text: `select k.id, k.type, k.secret, k.integration_id as "integrationId", k.last_seen_at as "lastSeenAt", r.name as role
    from publishing.api_keys k left join publishing.roles r on r.id = k.role_id where k.id = $1`,
};

/** Authenticates integrations by tokens that are signed with their admin key. */
@Injectable()
export class KeyAuthenticator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly audiences: TokenAudiences,
  ) {}

  /**
   * The integration of the key that signed the token in the `Authorization` header.
   * @throws UnauthorizedError or BadRequestError unless the header is `Ghost` and a valid token
   */
  async fromHeader(request: FastifyRequest): Promise<Actor> {
    const [scheme = '', token, ...rest] = (request.headers.authorization ?? '').split(' ');
    if (!/^ghost$/i.test(scheme) || !token || rest.length > 0) {
      throw new UnauthorizedError('Authorization header format is "Authorization: Ghost [token]"', {
        code: 'INVALID_AUTH_HEADER',
      });
    }
    return this.authenticate(token, request, { hasMaxAge: true });
  }

  /**
   * The integration of the key that signed the token in the query string. Only external schedulers send such tokens: programs outside
   * Almanac that call `PUT schedules/…`. Their tokens have no maximum age.
   * @throws UnauthorizedError or BadRequestError unless `?token=` is a valid token
   */
  async fromQuery(request: FastifyRequest): Promise<Actor> {
    const { token } = request.query as Record<string, unknown>;
    if (typeof token !== 'string' || token === '') {
      throw new UnauthorizedError('Invalid token: No token found in URL', { code: 'INVALID_JWT' });
    }
    return this.authenticate(token, request, { hasMaxAge: false });
  }

  private async authenticate(
    token: string,
    request: FastifyRequest,
    { hasMaxAge }: { hasMaxAge: boolean },
  ): Promise<Actor> {
    const id = keyIdOf(token);
    const key = ID_PATTERN.test(id) ? await this.findKey(id) : undefined;
    if (!key) throw new UnauthorizedError('Unknown Admin API Key', { code: 'UNKNOWN_ADMIN_API_KEY' });
    if (key.type !== 'admin' || !key.role || !key.integrationId) {
      throw new UnauthorizedError('Invalid API Key type', { code: 'INVALID_API_KEY_TYPE' });
    }
    const now = this.clock.now();
    const audience = this.audiences.of(versionOf(request), isUnversioned('admin', request.originalUrl));
    assertValidToken(token, key.secret, { audience, now, hasMaxAge });
    await this.updateLastSeen(key, request, now);
    return { kind: 'integration', id: key.integrationId, role: key.role };
  }

  private async findKey(id: string): Promise<StoredKey | undefined> {
    const [key] = await queryPrepared<StoredKey>(this.dataSource.manager, keyStatement, [id]);
    return key;
  }

  private async updateLastSeen(key: StoredKey, request: FastifyRequest, now: Date): Promise<void> {
    if (key.lastSeenAt && now.getTime() - key.lastSeenAt.getTime() < LAST_SEEN_INTERVAL_MS) return;
    await this.dataSource
      .getRepository(ApiKey)
      .update({ id: key.id }, { lastSeenAt: now, lastSeenVersion: versionOf(request) });
  }
}
