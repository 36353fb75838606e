import { apiVersions, contractOfPath } from '@almanac/api-versions';
import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../authentication/visitor';
import { VisitorGuard } from '../authentication/visitor.guard';
import { ContentResponder } from '../caching/content-responder';

/**
 * All public settings of the site. Query parameters do not change the content of the response. Older clients use the path
 * `content/setting`.
 */
@UseGuards(VisitorGuard)
@Controller({ path: ['content/settings', 'content/setting'], version: [...apiVersions] })
export class SettingsController {
  constructor(private readonly responder: ContentResponder) {}

  @Get()
  browse(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const { settings, site } = visitorOf(request).state;
    const { content } = contractOfPath(request.url);
    const json = (): Promise<string> =>
      Promise.resolve(JSON.stringify({ settings: content.settings(settings, site), meta: {} }));
    return this.responder.respond(request, reply, { json, dependsOnTime: false });
  }
}
