import { type RateLimit, RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Controller, HttpCode, Post, Query, Req, StreamableFile, VERSION_NEUTRAL } from '@nestjs/common';
import { type FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { SessionsService } from '../accounts/sessions.service';
import { requireViewer } from '../accounts/viewer';
import { bearerOf } from '../graphql/graphql-context';
import { mutationLimit } from '../limits/limits.plugin';
import { readImportBody } from './import-bodies';
import { reportJson } from './import-report';
import { ImportService } from './import.service';

/**
 * The maximum number of components (RFC 5545) of a file. It is larger than that of the GraphQL mutation, because the report is written in
 * parts, so a long report does not block other requests.
 */
const MAX_COMPONENTS_OVER_HTTP = 20_000;

/** The query parameters of `POST /import`; a repeated parameter is an array. */
interface ImportQuery {
  timeZone?: string | string[];
  includePrivate?: string | string[];
}

/** Imports of files that are too large for a GraphQL operation. */
@Controller({ version: VERSION_NEUTRAL })
export class ImportController {
  constructor(
    private readonly imports: ImportService,
    private readonly sessions: SessionsService,
    private readonly rateLimits: RateLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  @Post('import')
  @HttpCode(200)
  async import(@Req() request: FastifyRequest, @Query() query: ImportQuery): Promise<StreamableFile> {
    const token = bearerOf(request);
    const viewer = requireViewer(token === undefined ? null : await this.sessions.findViewer(token));
    const limit: RateLimit = mutationLimit(this.configuration.mutationsPerUserPerMinute);
    await this.rateLimits.consume(limit, viewer.userId);
    const bytes = await readImportBody(request);
    const timeZone = query.timeZone === undefined ? null : String(query.timeZone);
    const includesPrivate = query.includePrivate === 'true';
    const report = await this.imports.import(viewer, bytes, {
      timeZone,
      includesPrivate,
      maxComponents: MAX_COMPONENTS_OVER_HTTP,
    });
    return new StreamableFile(Readable.from(reportJson(report)), { type: 'application/json; charset=utf-8' });
  }
}
