import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from './origin';
import { setSessionCookie } from './session-cookie';
import { StaffSessions } from './staff-sessions';

/** Opens a new session for a user who changed their own password or role, because the change ended all their sessions. */
@Injectable()
export class SessionRenewal {
  constructor(
    private readonly sessions: StaffSessions,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** Opens a session for the origin of the request and sets its cookie. Does nothing for a request without an origin. */
  async renew(userId: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const origin = originOf(request);
    if (origin === undefined) return;
    const session = await this.sessions.renew(userId, origin);
    setSessionCookie(reply, session, this.configuration);
  }
}
