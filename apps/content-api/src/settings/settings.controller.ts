import { apiVersions, contractOfPath } from '@almanac/api-versions';
import { Controller, Get, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Made } from '../answers/question';
import { Sender } from '../answers/sender';
import { VisitorGuard, visitorOf } from '../authentication/visitor.guard';
import { TrailingSlashInterceptor } from '../http/trailing-slash.interceptor';

/** The public settings: all of them, whatever the query says. */
@UseGuards(VisitorGuard)
@UseInterceptors(TrailingSlashInterceptor)
@Controller({ path: ['content/settings', 'content/setting'], version: [...apiVersions] })
export class SettingsController {
  constructor(private readonly sender: Sender) {}

  @Get()
  browse(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { settings, site } = visitorOf(request).state;
    const { version, content } = contractOfPath(request.url);
    const make = (): Promise<Made> => {
      const json = JSON.stringify({ settings: content.settings(settings, site), meta: {} });
      return Promise.resolve({ json, mayBeKept: true });
    };
    return this.sender.send(request, reply, { version, key: JSON.stringify([version, 'settings']), make });
  }
}
