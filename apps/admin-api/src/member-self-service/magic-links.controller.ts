import { type RateLimit, RateLimits } from '@almanac/platform';
import { MemberSignInService } from '@almanac/publishing';
import { AdminApiConfiguration, checkInput, MagicLinkDto } from '@almanac/validation';
import { Body, Controller, Get, Post, Query, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withWaitingTimeInMessage } from '../http/waiting-time-in-message';
import { emailTypeOf, redirectToSite } from './sign-in-outcome';

/** The first words of the error message. `withWaitingTimeInMessage` appends the time to wait. */
const TOO_MANY_ATTEMPTS = 'Too many sign-in attempts';
/**
 * Limits the mails to one mailbox, and the mails that one IP address can request. The shortest lifetime of a link is ten minutes, as
 * long as the window per mailbox. So if an attacker uses up the limit of a member, the member can still sign in by the last mailed link.
 */
const perMailbox: RateLimit = { name: 'magic-link-mailbox', maxEvents: 5, durationSeconds: 600 };
const perIp: RateLimit = { name: 'magic-link-ip', maxEvents: 100, durationSeconds: 3600 };

/** Mails links to sign in, sign up or subscribe, and redeems them. */
@Controller({ path: 'members', version: VERSION_NEUTRAL })
export class MagicLinksController {
  constructor(
    private readonly signIn: MemberSignInService,
    private readonly limits: RateLimits,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** The response is the same for every well-formed e-mail address, so that it does not reveal members. */
  @Post('api/send-magic-link')
  async send(
    @Body() body: object | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // For the origins in `MEMBERS_CORS_ORIGINS`, a hook has set both headers. With `*`, browsers reject responses to requests with cookies.
    if (!reply.hasHeader('access-control-allow-credentials')) void reply.header('access-control-allow-origin', '*');
    void reply.type('text/plain; charset=utf-8');
    const { input, issues } = checkInput(MagicLinkDto, body ?? {});
    if (issues.length > 0) return reply.status(400).send('Bad Request.');
    await withWaitingTimeInMessage(TOO_MANY_ATTEMPTS, () => this.limits.consume(perIp, request.ip));
    await withWaitingTimeInMessage(TOO_MANY_ATTEMPTS, () => this.limits.consume(perMailbox, input.email.toLowerCase()));
    await this.signIn.request(input.email, emailTypeOf(input.emailType));
    return reply.status(201).send('Created.');
  }

  /**
   * Redeems a token without confirmation, as in Ghost. Redirects to the site, with a session if the token is valid. Sign-in links that
   * staff create have this URL, and clients of Ghost use it.
   */
  @Get()
  async follow(
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { siteUrl } = this.configuration;
    // Fastify also serves HEAD. Programs that check links send it; it must not use up the token.
    if (request.method === 'HEAD') return reply.redirect(siteUrl, 302);
    const session = typeof query.token === 'string' ? await this.signIn.redeem(query.token) : null;
    await redirectToSite(reply, { session, action: emailTypeOf(query.action), siteUrl });
  }
}
