import { contracts, type Json, type JsonObject } from '@almanac/api-versions';
import { isPaying, type Member } from '@almanac/entities';
import { UnauthorizedError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { MemberSignInService } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { siteViewOf } from '../site/site-view';
import { identityToken, publicJwk, signingKeys } from './identity-token';
import { clearMemberCookie, memberSecretOf, setMemberCookie } from './member-cookie';

/** A member's own session: who they are, a token that says so, and its end. */
@Controller({ path: 'members', version: VERSION_NEUTRAL })
export class MemberSessionController {
  constructor(
    private readonly signIn: MemberSignInService,
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  /** The identity token as text; nothing (204) for whoever is not signed in. */
  @Get(['api/session', 'ssr'])
  async token(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const member = await this.memberOf(request);
    if (!member) return reply.status(204).send();
    const keys = await signingKeys(this.dataSource.manager);
    const token = identityToken(member.email, keys, this.configuration.siteUrl, this.clock.now());
    return reply.type('text/plain; charset=utf-8').send(token);
  }

  /** Redeems a link's token where no browser follows the link itself. */
  @Post('api/session')
  @HttpCode(201)
  async open(
    @Body() body: { token?: unknown } | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const token = body?.token;
    const session = typeof token === 'string' ? await this.signIn.redeem(token) : null;
    if (!session) throw new UnauthorizedError('The link is unknown, was used, or has expired.');
    setMemberCookie(reply, session, this.configuration.siteUrl);
    return 'Created.';
  }

  @Delete('api/session')
  @HttpCode(204)
  async close(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const secret = memberSecretOf(request);
    if (secret) await this.signIn.close(secret);
    clearMemberCookie(reply, this.configuration.siteUrl);
  }

  /** The member as they may see themselves: what staff note about them is not theirs to read. */
  @Get('api/member')
  async member(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const member = await this.memberOf(request);
    if (!member) return reply.status(204).send();
    const contract = contracts.canary;
    const view = { contract, site: siteViewOf(this.configuration) };
    const { note: _note, ...json } = contract.admin.member(member, view);
    return reply.send({ ...json, paid: isPaying(member.subscriptions ?? []) });
  }

  @Get('.well-known/jwks.json')
  async keys(): Promise<JsonObject> {
    const { publicKey } = await signingKeys(this.dataSource.manager);
    const key: Json = { ...publicJwk(publicKey) } as JsonObject;
    return { keys: [key] };
  }

  private async memberOf(request: FastifyRequest): Promise<Member | null> {
    const secret = memberSecretOf(request);
    return secret ? this.signIn.memberOf(secret) : null;
  }
}
