import { apiVersions } from '@almanac/api-versions';
import { contentTagsResource, type TagRow } from '@almanac/resource-queries';
import { Controller, Get, Param, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VisitorGuard } from '../authentication/visitor.guard';
import { TrailingSlashInterceptor } from '../http/trailing-slash.interceptor';
import { ContentReader } from '../reading/content-reader';
import type { Endpoint } from '../reading/endpoint';

const tags: Endpoint<TagRow> = {
  resource: contentTagsResource,
  serialize: ({ content }, row, view, selection) => content.tag(row, view, selection),
};

@UseGuards(VisitorGuard)
@UseInterceptors(TrailingSlashInterceptor)
@Controller({ path: 'content/tags', version: [...apiVersions] })
export class TagsController {
  constructor(private readonly reader: ContentReader) {}

  @Get()
  browse(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reader.browse(tags, request, reply);
  }

  @Get('slug/:slug')
  readBySlug(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reader.read(tags, ['slug', slug], request, reply);
  }

  @Get(':id')
  read(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reader.read(tags, ['id', id], request, reply);
  }
}
