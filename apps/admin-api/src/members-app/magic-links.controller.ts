import { type RateLimit, RateLimits } from '@almanac/platform';
import { MemberSignInService, signInEmailTypes } from '@almanac/publishing';
import { AdminApiConfiguration, checkInput, MagicLinkDto } from '@almanac/validation';
import { Body, Controller, Get, Post, Query, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withWait } from '../http/with-wait';
import { setMemberCookie } from './member-cookie';

const TOO_MANY = 'Too many sign-in attempts';
/**
 * One mailbox is not to be flooded, and one address is not to flood many. The window of a mailbox is as long as a link lives: anyone who
 * uses up the limit of a reader leaves a link in their mailbox that still signs them in.
 */
const perMailbox: RateLimit = { name: 'magic-link-mailbox', points: 5, durationSeconds: 600 };
const perAddress: RateLimit = { name: 'magic-link-address', points: 100, durationSeconds: 3600 };

/** Links in mails: asking for one, and following it. */
@Controller({ path: 'members', version: VERSION_NEUTRAL })
export class MagicLinksController {
  constructor(
    private readonly signIn: MemberSignInService,
    private readonly limits: RateLimits,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** The answer is the same for every well-formed address: whose it is, only its mailbox learns. */
  @Post('api/send-magic-link')
  async send(
    @Body() body: object | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    void reply.header('access-control-allow-origin', '*').type('text/plain; charset=utf-8');
    const { input, issues } = checkInput(MagicLinkDto, body ?? {});
    if (issues.length > 0) return reply.status(400).send('Bad Request.');
    await withWait(TOO_MANY, () => this.limits.consume(perAddress, request.ip));
    await withWait(TOO_MANY, () => this.limits.consume(perMailbox, input.email.toLowerCase()));
    const emailType = signInEmailTypes.find((type) => type === input.emailType) ?? 'signin';
    await this.signIn.request(input.email, emailType);
    return reply.status(201).send('Created.');
  }

  /** Where a mail's link leads: the browser goes on to the site, signed in or not. */
  @Get()
  async follow(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const { siteUrl } = this.configuration;
    const session = typeof query.token === 'string' ? await this.signIn.redeem(query.token) : null;
    if (session) setMemberCookie(reply, session, siteUrl);
    const outcome = new URLSearchParams({ action: session?.emailType ?? 'signin', success: String(session !== null) });
    await reply.redirect(`${siteUrl.replace(/\/$/, '')}/?${outcome.toString()}`, 302);
  }
}
