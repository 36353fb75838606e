import { Controller, Get, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { PAGE, SCRIPT, STYLE } from './staff-page';

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'";

/** The page that links in mails to staff open: for invitations and password resets. */
@Controller({ path: 'staff', version: VERSION_NEUTRAL })
export class StaffPageController {
  @Get()
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'referrer-policy': 'no-referrer' })
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
