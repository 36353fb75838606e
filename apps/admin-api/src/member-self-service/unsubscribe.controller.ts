import { MemberPreferencesService, PREVIEW_TOKEN } from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Controller, Get, Post, Query, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { linkTokenOf } from './link-token';
import { formOf, paragraph, sendMemberPage } from './member-page';
import { memberPageTexts } from './member-page-texts';

/**
 * The content of the page: the button to confirm, the result, or the reason why the link has no effect. `preview`: the link is from a
 * preview or test mail, whose links contain `PREVIEW_TOKEN` and belong to no member. `unknown`: the token is not valid.
 */
type PageState = 'confirmUnsubscribe' | 'unsubscribed' | 'preview' | 'unknown';

/** The unsubscribe link in a mail: its page with a button, and the one-click request of mail programs (RFC 8058). */
@Controller({ path: 'members/unsubscribe', version: VERSION_NEUTRAL })
export class UnsubscribeController {
  constructor(
    private readonly preferences: MemberPreferencesService,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** Only shows the page, because mail scanners open every link. The button of the page sends the POST request. */
  @Get()
  async show(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const token = linkTokenOf(query);
    if (token === PREVIEW_TOKEN) return this.sendPage(reply, 'preview', token);
    const isValid = await this.preferences.isValidToken('unsubscribe', token);
    await this.sendPage(reply, isValid ? 'confirmUnsubscribe' : 'unknown', token);
  }

  /** Unsubscribes without a sign-in. The body is ignored, because mail programs and the page send different bodies. */
  @Post()
  async unsubscribe(@Query() query: Record<string, unknown>, @Res() reply: FastifyReply): Promise<void> {
    const token = linkTokenOf(query);
    if (token === PREVIEW_TOKEN) return this.sendPage(reply, 'preview', token);
    await this.sendPage(reply, (await this.preferences.unsubscribe(token)) ? 'unsubscribed' : 'unknown', token);
  }

  /** @param token the token for the form; other pages do not contain it */
  private async sendPage(reply: FastifyReply, state: PageState, token: string): Promise<void> {
    const { siteUrl } = this.configuration;
    const site = await this.preferences.site();
    const texts = memberPageTexts(site.language);
    const { heading, text } = texts[state];
    const form = state === 'confirmUnsubscribe' ? formOf(token, '', texts.confirmUnsubscribe.button) : '';
    const status = state === 'unknown' ? 400 : 200;
    await sendMemberPage(reply, { status, heading, content: paragraph(text) + form }, { ...site, siteUrl });
  }
}
