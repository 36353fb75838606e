import { MemberPreferencesService, MemberSignInService } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Body, Controller, Get, Post, Query, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { linkTokenOf } from './link-token';
import { formOf, paragraph, sendMemberPage } from './member-page';
import { memberPageTexts } from './member-page-texts';
import { emailTypeOf, redirectToSite } from './sign-in-outcome';

/** The page that a mailed link to sign in, sign up or subscribe opens. Its button sends the POST request that signs in (ADR 0127). */
@Controller({ path: 'members/confirm', version: VERSION_NEUTRAL })
export class ConfirmSignInController {
  constructor(
    private readonly signIn: MemberSignInService,
    private readonly preferences: MemberPreferencesService,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /**
   * Only shows the page, because mail scanners open every link. A link that is not valid redirects to the site with `success=false`.
   */
  @Get()
  async show(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const { siteUrl } = this.configuration;
    const token = linkTokenOf(query);
    const action = emailTypeOf(query.action);
    if (!(await this.signIn.isRedeemable(token))) return redirectToSite(reply, { session: null, action, siteUrl });
    const site = await this.preferences.site();
    const { heading, text, button } = memberPageTexts(site.language)[action];
    const field = `<input type="hidden" name="action" value="${action}">`;
    const content = paragraph(text) + formOf(token, field, button);
    await sendMemberPage(reply, { status: 200, heading, content }, { ...site, siteUrl });
  }

  @Post()
  async confirm(
    @Query() query: Record<string, unknown>,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    // `Object` turns null and primitive values into an object without `action`.
    const { action }: { action?: unknown } = Object(body);
    const session = await this.signIn.redeem(linkTokenOf(query));
    await redirectToSite(reply, { session, action: emailTypeOf(action), siteUrl: this.configuration.siteUrl });
  }
}
