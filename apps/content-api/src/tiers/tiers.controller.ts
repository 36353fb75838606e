import { from } from '@almanac/api-versions';
import { TrailingSlashInterceptor } from '@almanac/versioned-http';
import { Controller, Get, Param, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { VisitorGuard } from '../authentication/visitor.guard';
import { ContentReader } from '../reading/content-reader';
import { tiers } from '../reading/endpoint';

/** The free tier, and the paid one while members can pay. */
@UseGuards(VisitorGuard)
@UseInterceptors(TrailingSlashInterceptor)
@Controller({ path: 'content/tiers', version: from('v5') })
export class TiersController {
  constructor(private readonly reader: ContentReader) {}

  @Get()
  browse(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | Readable | undefined> {
    return this.reader.browse(tiers, request, reply);
  }

  @Get('slug/:slug')
  readBySlug(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.reader.read(tiers, ['slug', slug], request, reply);
  }

  @Get(':id')
  read(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.reader.read(tiers, ['id', id], request, reply);
  }
}
