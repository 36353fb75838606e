import type { JsonObject } from '@almanac/api-versions';
import { UnauthorizedError, ValidationError } from '@almanac/errors';
import { MemberPreferencesService, MemberSignInService } from '@almanac/publishing';
import { AdminApiConfiguration, checkInput, MemberPreferencesDto } from '@almanac/validation';
import { Body, Controller, Put, Req, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { siteViewOf } from '../site/site-view';
import { memberSecretOf } from './member-cookie';
import { ownMember } from './own-member';

/** Lets signed-in members change their name, and whether they get posts by mail. */
@Controller({ path: 'members/api/member', version: VERSION_NEUTRAL })
export class MemberPreferencesController {
  constructor(
    private readonly signIn: MemberSignInService,
    private readonly preferences: MemberPreferencesService,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** Returns the member after the change, as `GET members/api/member` does. */
  @Put()
  async edit(@Req() request: FastifyRequest, @Body() body: unknown): Promise<JsonObject> {
    const secret = memberSecretOf(request);
    const member = secret ? await this.signIn.memberOf(secret) : null;
    if (!member) throw new UnauthorizedError('Sign in to change your preferences.');
    // `Object` turns null and primitive values into an object without the fields of the DTO.
    const { input, issues } = checkInput(MemberPreferencesDto, Object(body));
    const [issue] = issues;
    if (issue) throw new ValidationError(issue.message, { property: issue.path });
    // Clients of Ghost 5 send `newsletters` instead of `subscribed`; an empty list unsubscribes.
    const { name, newsletters } = input;
    const subscribed = input.subscribed ?? (newsletters ? newsletters.length > 0 : undefined);
    const edited = await this.preferences.edit(member.id, {
      ...(name !== undefined && { name }),
      ...(subscribed !== undefined && { subscribed }),
    });
    return ownMember(edited, siteViewOf(this.configuration));
  }
}
