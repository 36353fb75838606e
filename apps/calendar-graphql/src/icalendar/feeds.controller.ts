import { NotFoundError } from '@almanac/errors';
import { RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Controller, Get, Headers, Ip, Param, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { queryLimit } from '../limits/limits.plugin';
import { FeedsService } from './feeds.service';

const ENDING = '.ics';

/** The iCalendar feeds of users and events. They are public, like the queries of the same events. */
@Controller({ version: VERSION_NEUTRAL })
export class FeedsController {
  constructor(
    private readonly feeds: FeedsService,
    private readonly rateLimits: RateLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  @Get('calendars/:file')
  async calendar(
    @Param('file') file: string,
    @Ip() ip: string,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.consumeLimit(ip);
    await send(reply, await this.feeds.ofUser(nameOf(file)), known);
  }

  @Get('events/:file')
  async event(
    @Param('file') file: string,
    @Ip() ip: string,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.consumeLimit(ip);
    await send(reply, await this.feeds.ofEvent(nameOf(file)), known);
  }

  /** Feeds share the rate limit of queries. */
  private consumeLimit(ip: string): Promise<void> {
    return this.rateLimits.consume(queryLimit(this.configuration.queriesPerIpPerMinute), ip);
  }
}

function nameOf(file: string): string {
  if (!file.endsWith(ENDING)) throw new NotFoundError('There is no such file.');
  return file.slice(0, -ENDING.length);
}

async function send(reply: FastifyReply, text: string, known: string | undefined): Promise<void> {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('etag', etag).header('cache-control', 'public, max-age=60');
  const isKnown = known?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*');
  if (isKnown) {
    await reply.status(304).send();
    return;
  }
  await reply.type('text/calendar; charset=utf-8').send(text);
}
