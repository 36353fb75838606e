import type { JsonObject } from '@almanac/api-versions';
import { UnauthorizedError } from '@almanac/errors';
import { type MemberRecord, MemberSignInService } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { siteViewOf } from '../site/site-view';
import { IdentityTokens } from './identity-tokens';
import { clearMemberCookie, memberSecretOf, setMemberCookie } from './member-cookie';
import { ownMember } from './own-member';

/**
 * Opens and closes sessions of members. Shows the member of a session, and their identity token: a signed JWT with their e-mail address.
 * Other services verify identity tokens with the public key at `/members/.well-known/jwks.json`.
 */
@Controller({ path: 'members', version: VERSION_NEUTRAL })
export class MemberSessionController {
  constructor(
    private readonly signIn: MemberSignInService,
    private readonly tokens: IdentityTokens,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** The identity token as text; 204 without a session. */
  @Get(['api/session', 'ssr'])
  async token(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const member = await this.findMember(request);
    if (!member) return reply.status(204).send();
    return reply.type('text/plain; charset=utf-8').send(await this.tokens.sign(member.email));
  }

  /** Redeems the token of a sign-in link, for clients that send the token instead of opening the link. */
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

  /** The signed-in member; 204 without a session. */
  @Get('api/member')
  async member(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const member = await this.findMember(request);
    if (!member) return reply.status(204).send();
    return reply.send(ownMember(member, siteViewOf(this.configuration)));
  }

  @Get('.well-known/jwks.json')
  async keys(): Promise<JsonObject> {
    return { keys: [{ ...(await this.tokens.publicJwk()) } as JsonObject] };
  }

  private async findMember(request: FastifyRequest): Promise<MemberRecord | null> {
    const secret = memberSecretOf(request);
    return secret ? this.signIn.memberOf(secret) : null;
  }
}
