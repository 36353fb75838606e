import { type ApiContract, apiVersions, Contract, from, type JsonObject } from '@almanac/api-versions';
import { BadRequestError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { type Actor, InvitesService, PasswordResetsService, SetupService } from '@almanac/publishing';
import { adminUsersResource } from '@almanac/resource-queries';
import { isMailAddress } from '@almanac/validation';
import { Body, Controller, Get, HttpCode, Post, Put, Query, Req, Res, Version } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidateCache } from '../http/cache-invalidation';
import { withWaitingTimeInMessage } from '../http/waiting-time-in-message';
import { parseFields } from '../http/parse-fields';
import { ResourceResponses } from '../resources/resource-responses';
import { CurrentActor } from './actor.decorator';

/** The maximum length of the e-mail address of a user, in characters. The limit also bounds the keys of rate limits. */
const MAX_EMAIL_LENGTH = 191;

/** The first words of the error message. `withWaitingTimeInMessage` appends the time to wait. */
const TOO_MANY_ATTEMPTS = 'Too many attempts';

const resetsPerIp: RateLimit = { name: 'password-reset', maxEvents: 5, durationSeconds: 3600 };
const resetsPerEmail: RateLimit = { name: 'password-reset-account', maxEvents: 5, durationSeconds: 3600 };
const redemptionsPerIp: RateLimit = { name: 'token-redemption', maxEvents: 100, durationSeconds: 3600 };

/** The name of a password reset in paths and bodies: that of Ghost 2 and 3, and that of Ghost 5. */
type ResetName = 'passwordreset' | 'password_reset';

/** Setup, password resets and invitations. These routes are public, except `PUT setup`. */
@Controller({ path: 'admin/authentication', version: [...apiVersions] })
export class AuthenticationController {
  constructor(
    private readonly setups: SetupService,
    private readonly resets: PasswordResetsService,
    private readonly invites: InvitesService,
    private readonly limits: RateLimits,
    private readonly responses: ResourceResponses,
  ) {}

  @Get('setup')
  async isSetUp(): Promise<JsonObject> {
    return { setup: [{ status: await this.setups.isDone() }] };
  }

  @Post('setup')
  async setUp(
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    await this.setups.assertNotDone();
    const input = parseFields(body, 'setup', ['name', 'email', 'password'], ['blogTitle']);
    const ownerId = await this.setups.complete(input);
    invalidateCache(reply);
    return this.renderUser(contract, ownerId);
  }

  @Put('setup')
  async correctSetup(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const input = parseFields(body, 'setup', ['name', 'email'], ['blogTitle']);
    const { isChanged } = await this.setups.edit(actor, input);
    if (isChanged) invalidateCache(reply);
    return this.renderUser(contract, actor.id);
  }

  @Post('passwordreset')
  @HttpCode(200)
  requestReset(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<JsonObject> {
    return this.mailResetLink('passwordreset', body, ip);
  }

  @Post('password_reset')
  @Version(from('v5'))
  @HttpCode(200)
  requestResetOfGhost5(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<JsonObject> {
    return this.mailResetLink('password_reset', body, ip);
  }

  @Put('passwordreset')
  redeemReset(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<JsonObject> {
    return this.setPassword('passwordreset', body, ip);
  }

  @Put('password_reset')
  @Version(from('v5'))
  redeemResetOfGhost5(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<JsonObject> {
    return this.setPassword('password_reset', body, ip);
  }

  /** Responds `valid: true` for every valid e-mail address, so that the response does not reveal invitations. */
  @Get('invitation')
  isInvited(@Query('email') email: unknown): JsonObject {
    assertEmail(email);
    return { invitation: [{ valid: true }] };
  }

  @Post('invitation')
  @HttpCode(200)
  async acceptInvitation(
    @Body() body: unknown,
    @Req() { ip }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    await this.countAttempt(redemptionsPerIp, ip);
    const required = ['email', 'token', 'password', 'name'] as const;
    const input = parseFields(body, 'invitation', required, [], ([missing]) => `No ${missing} provided.`);
    const { isSiteChanged } = await this.invites.accept(input);
    if (isSiteChanged) invalidateCache(reply);
    return { invitation: [{ message: 'Invitation accepted.' }] };
  }

  /**
   * The response is the same for a known and an unknown address, so that it does not reveal accounts. The mail contains a reset link, or a
   * notice if the address is unknown or its user is suspended.
   */
  private async mailResetLink(name: ResetName, body: unknown, ip: string): Promise<JsonObject> {
    await this.countAttempt(resetsPerIp, ip);
    const { email } = parseFields(body, name, ['email']);
    assertEmail(email);
    await this.countAttempt(resetsPerEmail, email.toLowerCase());
    await this.resets.request(email);
    return { [name]: [{ message: 'Check your email for further instructions.' }] };
  }

  private async setPassword(name: ResetName, body: unknown, ip: string): Promise<JsonObject> {
    await this.countAttempt(redemptionsPerIp, ip);
    await this.resets.redeem(parseFields(body, name, ['token', 'newPassword', 'ne2Password']));
    return { [name]: [{ message: 'Password changed successfully.' }] };
  }

  /** @throws TooManyRequestsError with the time to wait in its message */
  private countAttempt(limit: RateLimit, key: string): Promise<void> {
    return withWaitingTimeInMessage(TOO_MANY_ATTEMPTS, () => this.limits.consume(limit, key));
  }

  private renderUser(contract: ApiContract, id: string): Promise<JsonObject> {
    const versioned = { contract, resource: adminUsersResource, serialize: contract.admin.user };
    return this.responses.read(versioned, ['id', id]);
  }
}

function assertEmail(email: unknown): asserts email is string {
  if (typeof email === 'string' && email.length <= MAX_EMAIL_LENGTH && isMailAddress(email)) return;
  throw new BadRequestError('The server did not receive a valid email');
}
