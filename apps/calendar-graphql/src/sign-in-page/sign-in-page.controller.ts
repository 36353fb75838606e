import { Controller, Get, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { PAGE, SCRIPT, STYLE } from './sign-in-page';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'";

/** Serves the page that mailed sign-in links open. */
@Controller({ path: 'sign-in', version: VERSION_NEUTRAL })
export class SignInPageController {
  @Get()
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      .send(PAGE);
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
