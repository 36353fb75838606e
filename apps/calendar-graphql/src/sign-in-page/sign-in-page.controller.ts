import { Controller, Get, Headers, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { pageLanguageOf } from '../rsvp/page-language';
import { SCRIPT, signInPage, STYLE } from './sign-in-page';

/** The response headers of the page. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  vary: 'accept-language',
};

/** Serves the page that mailed sign-in links open. */
@Controller({ path: 'sign-in', version: VERSION_NEUTRAL })
export class SignInPageController {
  @Get()
  async show(@Headers('accept-language') languages: string | undefined, @Res() reply: FastifyReply): Promise<void> {
    await reply
      .type('text/html; charset=utf-8')
      .headers(HEADERS)
      .send(signInPage(pageLanguageOf(languages)));
  }

  @Get('page.css')
  async style(@Res() reply: FastifyReply): Promise<void> {
    await reply.type('text/css; charset=utf-8').send(STYLE);
  }

  @Get('page.js')
  async script(@Res() reply: FastifyReply): Promise<void> {
    await reply.type('text/javascript; charset=utf-8').send(SCRIPT);
  }
}
