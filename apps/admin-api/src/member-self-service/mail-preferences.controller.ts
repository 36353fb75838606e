import { MemberPreferencesService, PREVIEW_TOKEN } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Body, Controller, Get, Post, Query, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { escapeText } from 'entities';
import type { FastifyReply } from 'fastify';
import { linkTokenOf } from './link-token';
import { formOf, type MemberPage, paragraph, sendMemberPage } from './member-page';
import { type MemberPageTexts, memberPageTexts } from './member-page-texts';

/** The page that the preferences link in a mail opens: a form that works without scripts and without a sign-in. */
@Controller({ path: 'members/preferences', version: VERSION_NEUTRAL })
export class MailPreferencesController {
  constructor(
    private readonly preferences: MemberPreferencesService,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  @Get()
  async show(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    await this.send(reply, { token: linkTokenOf(query), isSaved: false });
  }

  /** Without the field `subscribed`, the member is unsubscribed: a browser sends no field for a checkbox that is not checked. */
  @Post()
  async save(
    @Query() query: Record<string, unknown>,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const token = linkTokenOf(query);
    // `Object` turns null and primitive values into an object without `subscribed`.
    const { subscribed }: { subscribed?: unknown } = Object(body);
    const isSaved = token !== PREVIEW_TOKEN && (await this.preferences.setSubscribed(token, subscribed === 'true'));
    await this.send(reply, { token, isSaved });
  }

  private async send(reply: FastifyReply, { token, isSaved }: { token: string; isSaved: boolean }): Promise<void> {
    const site = await this.preferences.site();
    const texts = memberPageTexts(site.language);
    const page = await this.pageOf(token, { texts, newsletter: site.newsletter, isSaved });
    await sendMemberPage(reply, page, { ...site, siteUrl: this.configuration.siteUrl });
  }

  private async pageOf(
    token: string,
    { texts, newsletter, isSaved }: { texts: MemberPageTexts; newsletter: string; isSaved: boolean },
  ): Promise<MemberPage> {
    // Links in previews and test mails have this token, which belongs to no member.
    if (token === PREVIEW_TOKEN) return noticePage(200, texts.preview);
    const isSubscribed = await this.preferences.isSubscribed(token);
    if (isSubscribed === null) {
      const isSigned = await this.preferences.isValidToken('preferences', token);
      return noticePage(400, isSigned ? texts.deleted : texts.unknown);
    }
    const { heading, label, button, saved } = texts.preferences;
    const checkbox = `<input type="checkbox" name="subscribed" value="true"${isSubscribed ? ' checked' : ''}>`;
    const field = `<label>${checkbox}<span>${escapeText(label(newsletter))}</span></label>`;
    return { status: 200, heading, content: (isSaved ? paragraph(saved, 'done') : '') + formOf(token, field, button) };
  }
}

function noticePage(status: number, { heading, text }: { heading: string; text: string }): MemberPage {
  return { status, heading, content: paragraph(text) };
}
