import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { BadRequestError } from '@almanac/errors';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { type Actor, InvitesService, PasswordResetsService, SetupService } from '@almanac/publishing';
import { adminUsersResource } from '@almanac/resource-queries';
import { isMailAddress } from '@almanac/validation';
import { Body, Controller, Get, HttpCode, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { fieldsIn } from '../http/fields-in';
import { withWait } from '../http/with-wait';
import { ResourceAnswers } from '../resources/resource-answers';
import { CurrentActor } from './actor.decorator';

/** Nobody's address is longer; it is also part of the key its requests are counted under. */
const LONGEST_EMAIL = 191;

const TOO_MANY = 'Too many attempts';

const resetsPerAddress: RateLimit = { name: 'password-reset', points: 5, durationSeconds: 3600 };
const resetsPerAccount: RateLimit = { name: 'password-reset-account', points: 5, durationSeconds: 3600 };
const redemptionsPerAddress: RateLimit = { name: 'token-redemption', points: 100, durationSeconds: 3600 };

/** What happens before somebody can sign in. */
@Controller({ path: 'admin/authentication', version: [...apiVersions] })
export class AuthenticationController {
  constructor(
    private readonly setups: SetupService,
    private readonly resets: PasswordResetsService,
    private readonly invites: InvitesService,
    private readonly limits: RateLimits,
    private readonly answers: ResourceAnswers,
  ) {}

  @Get('setup')
  async isSetUp(): Promise<JsonObject> {
    return { setup: [{ status: await this.setups.isDone() }] };
  }

  @Post('setup')
  async setUp(@Contract() contract: ApiContract, @Body() body: unknown): Promise<JsonObject> {
    await this.setups.assertNotDone();
    const input = fieldsIn(body, 'setup', ['name', 'email', 'password'], ['blogTitle']);
    return this.user(contract, await this.setups.complete(input));
  }

  @Put('setup')
  async correctSetup(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    await this.setups.correct(actor, fieldsIn(body, 'setup', ['name', 'email'], ['blogTitle']));
    return this.user(contract, actor.id);
  }

  /** The same answer whether the address is known or not; the mail differs. */
  @Post('passwordreset')
  @HttpCode(200)
  async requestReset(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<JsonObject> {
    await this.count(resetsPerAddress, ip);
    const { email } = fieldsIn(body, 'passwordreset', ['email']);
    assertEmail(email);
    await this.count(resetsPerAccount, email.toLowerCase());
    await this.resets.request(email);
    return { passwordreset: [{ message: 'Check your email for further instructions.' }] };
  }

  @Put('passwordreset')
  async redeemReset(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<JsonObject> {
    await this.count(redemptionsPerAddress, ip);
    await this.resets.redeem(fieldsIn(body, 'passwordreset', ['token', 'newPassword', 'ne2Password']));
    return { passwordreset: [{ message: 'Password changed successfully.' }] };
  }

  /** The same answer for every address: only a token in a mail tells who is invited. */
  @Get('invitation')
  isInvited(@Query('email') email: unknown): JsonObject {
    assertEmail(email);
    return { invitation: [{ valid: true }] };
  }

  @Post('invitation')
  @HttpCode(200)
  async acceptInvitation(@Body() body: unknown, @Req() { ip }: FastifyRequest): Promise<JsonObject> {
    await this.count(redemptionsPerAddress, ip);
    const required = ['email', 'token', 'password', 'name'] as const;
    await this.invites.accept(fieldsIn(body, 'invitation', required, [], ([first]) => `No ${first} provided.`));
    return { invitation: [{ message: 'Invitation accepted.' }] };
  }

  /** @throws TooManyRequestsError that names the time to wait */
  private count(limit: RateLimit, key: string): Promise<void> {
    return withWait(TOO_MANY, () => this.limits.consume(limit, key));
  }

  private user(contract: ApiContract, id: string): Promise<JsonObject> {
    return this.answers.single({ contract, resource: adminUsersResource, serialize: contract.admin.user }, ['id', id]);
  }
}

function assertEmail(email: unknown): asserts email is string {
  if (typeof email === 'string' && email.length <= LONGEST_EMAIL && isMailAddress(email)) return;
  throw new BadRequestError('The server did not receive a valid email');
}
