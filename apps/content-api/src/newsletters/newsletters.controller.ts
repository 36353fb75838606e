import { from } from '@almanac/api-versions';
import { TrailingSlashInterceptor } from '@almanac/versioned-http';
import { Controller, Get, Param, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { VisitorGuard } from '../authentication/visitor.guard';
import { ContentReader } from '../reading/content-reader';
import { newsletters } from '../reading/endpoint';

/** The newsletter of the site. */
@UseGuards(VisitorGuard)
@UseInterceptors(TrailingSlashInterceptor)
@Controller({ path: 'content/newsletters', version: from('v5') })
export class NewslettersController {
  constructor(private readonly reader: ContentReader) {}

  @Get()
  browse(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | Readable | undefined> {
    return this.reader.browse(newsletters, request, reply);
  }

  @Get('slug/:slug')
  readBySlug(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.reader.read(newsletters, ['slug', slug], request, reply);
  }

  @Get(':id')
  read(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.reader.read(newsletters, ['id', id], request, reply);
  }
}
