import { type EventStatus, eventStatuses } from '@almanac/entities';
import { BadRequestError, NotFoundError } from '@almanac/errors';
import { RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Controller, Get, Headers, Ip, Param, Query, Res, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyReply } from 'fastify';
import fresh from 'fresh';
import { createHash } from 'node:crypto';
import { queryLimit } from '../limits/limits.plugin';
import { FeedsService } from './feeds.service';

const ENDING = '.ics';

/** The iCalendar feeds. They need no session, like the queries for the same events. The URL of a personal feed contains a secret. */
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
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.consumeLimit(ip);
    await send(reply, await this.feeds.ofUser(nameOf(file)), ifNoneMatch);
  }

  @Get('events/:file')
  async event(
    @Param('file') file: string,
    @Ip() ip: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.consumeLimit(ip);
    await send(reply, await this.feeds.ofEvent(nameOf(file)), ifNoneMatch);
  }

  /** @param owner a username; the feed then contains only the events of this user */
  @Get('feeds/categories/:file')
  async category(
    @Param('file') file: string,
    @Query('owner') owner: string | string[] | undefined,
    @Ip() ip: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.consumeLimit(ip);
    await send(
      reply,
      await this.feeds.ofCategory(nameOf(file), owner === undefined ? undefined : String(owner)),
      ifNoneMatch,
    );
  }

  @Get('feeds/personal/:file')
  async personal(
    @Param('file') file: string,
    @Query('status') status: string | string[] | undefined,
    @Ip() ip: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.consumeLimit(ip);
    const text = await this.feeds.ofToken(nameOf(file), statusOf(status));
    void reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
    await send(reply, text, ifNoneMatch, 'private, max-age=60');
  }

  /** Counts the request. Feeds share the rate limit of queries. @throws TooManyRequestsError */
  private consumeLimit(ip: string): Promise<void> {
    return this.rateLimits.consume(queryLimit(this.configuration.queriesPerIpPerMinute), ip);
  }
}

/** The name of a file without `.ics`. @throws NotFoundError for another ending */
function nameOf(file: string): string {
  if (!file.endsWith(ENDING)) throw new NotFoundError('There is no such file.');
  return file.slice(0, -ENDING.length);
}

/** The status in the query string; undefined without one. @throws BadRequestError for an unknown status */
function statusOf(text: string | string[] | undefined): EventStatus | undefined {
  if (text === undefined) return undefined;
  const found = eventStatuses.find((status) => status === text);
  if (!found) throw new BadRequestError(`status is one of ${eventStatuses.join(', ')}.`);
  return found;
}

/** Sends a feed with its ETag, or 304 if the client already has this version. */
async function send(
  reply: FastifyReply,
  text: string,
  ifNoneMatch: string | undefined,
  cacheControl = 'public, max-age=60',
): Promise<void> {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  reply.header('etag', etag).header('cache-control', cacheControl);
  if (fresh({ 'if-none-match': ifNoneMatch }, { etag })) {
    await reply.status(304).send();
    return;
  }
  await reply.type('text/calendar; charset=utf-8').send(text);
}
