import { apiVersions, type JsonObject } from '@almanac/api-versions';
import { type RateLimit, RateLimits } from '@almanac/platform';
import { type Actor, PasswordsService } from '@almanac/publishing';
import { Body, Controller, Put, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { parseFields } from '../http/parse-fields';
import { SessionRenewal } from '../session/session-renewal';

/** Limits the password changes that one user makes, for themselves or for other users. */
const perActor: RateLimit = { name: 'password-change', maxEvents: 20, durationSeconds: 3600 };

/** Changes passwords of staff. */
@Controller({ path: 'admin/users/password', version: [...apiVersions] })
export class PasswordsController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly limits: RateLimits,
    private readonly renewal: SessionRenewal,
  ) {}

  /** Ends all sessions of the user. A user who changes their own password gets a new session. */
  @Put()
  async change(
    @CurrentActor() actor: Actor,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const fields = parseFields(body, 'password', ['newPassword', 'ne2Password', 'user_id'], ['oldPassword']);
    const { user_id: userId, ...passwords } = fields;
    await this.limits.consume(perActor, actor.id, 'Too many attempts try again in an hour');
    await this.passwords.change(actor, { userId, ...passwords });
    if (userId === actor.id) await this.renewal.renew(userId, request, reply);
    return { password: [{ message: 'Password changed successfully.' }] };
  }
}
