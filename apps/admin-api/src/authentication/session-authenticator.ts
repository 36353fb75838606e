import { BadRequestError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { findSession, type Actor } from '@almanac/publishing';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { originOf } from '../session/origin';
import { sessionSecretOf } from '../session/session-cookie';
import { StaffSessionHosts } from '../session/staff-session-hosts';

/** Authenticates staff by the cookie of an open session. */
@Injectable()
export class SessionAuthenticator {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly hosts: StaffSessionHosts,
  ) {}

  /**
   * The user of the session. Sets `request.sessionId`.
   * @returns undefined if there is no cookie, if staff may not have sessions on the host, if the session has ended, or if the user may
   *   not sign in or has no role
   * @throws BadRequestError when the origin of the request is not the origin of the sign-in
   */
  async fromCookie(request: FastifyRequest): Promise<Actor | undefined> {
    const secret = sessionSecretOf(request);
    if (!secret || !this.hosts.isAllowed(request)) return undefined;
    const session = await findSession(this.dataSource.manager, secret, this.clock.now());
    const role = session?.user.roles?.[0]?.name;
    if (!session || !role) return undefined;
    const origin = originOf(request) ?? '';
    if (origin !== session.origin) {
      throw new BadRequestError(
        `Request made from incorrect origin. Expected '${session.origin}' received '${origin}'.`,
      );
    }
    request.sessionId = session.id;
    return { kind: 'user', id: session.userId, role };
  }
}
