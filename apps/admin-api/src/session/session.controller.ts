import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { BadRequestError } from '@almanac/errors';
import { type Actor, UsersService } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Body, Controller, Delete, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { siteViewOf } from '../site/site-view';
import { originOf } from './origin';
import { sessionSecretOf, setSessionCookie } from './session-cookie';
import { StaffSessionHosts } from './staff-session-hosts';
import { StaffSessions } from './staff-sessions';

/** Signs staff in and out. */
@Controller({ path: 'admin/session', version: [...apiVersions] })
export class SessionController {
  constructor(
    private readonly sessions: StaffSessions,
    private readonly users: UsersService,
    private readonly hosts: StaffSessionHosts,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** The body is the signed-in user without an envelope such as `{"users": […]}`, as in Ghost. */
  @Get()
  async read(@CurrentActor() actor: Actor, @Contract() contract: ApiContract): Promise<JsonObject> {
    const user = await this.users.getById(actor.id);
    return contract.admin.sessionUser(user, { contract, site: siteViewOf(this.configuration) });
  }

  @Post()
  @Header('content-type', 'text/plain; charset=utf-8')
  async add(
    @Body() body: Record<string, unknown> | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    this.hosts.assertAllowed(request);
    const origin = originOf(request);
    if (origin === undefined) {
      throw new BadRequestError(
        'Could not determine origin of request. Please ensure an Origin or Referrer header is present.',
      );
    }
    const { username, password } = body ?? {};
    const session = await this.sessions.signIn({
      username,
      password,
      origin,
      ip: request.ip,
      sessionSecret: sessionSecretOf(request),
    });
    setSessionCookie(reply, session, this.configuration);
    return 'Created';
  }

  @Delete()
  @HttpCode(204)
  async delete(@Req() { sessionId }: FastifyRequest): Promise<void> {
    if (sessionId !== undefined) await this.sessions.signOut(sessionId);
  }
}
