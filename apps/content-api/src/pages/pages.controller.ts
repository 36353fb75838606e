import { apiVersions } from '@almanac/api-versions';
import { Controller, Get, Param, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VisitorGuard } from '../authentication/visitor.guard';
import { TrailingSlashInterceptor } from '../http/trailing-slash.interceptor';
import { ContentReader } from '../reading/content-reader';
import { pages } from '../reading/endpoint';

@UseGuards(VisitorGuard)
@UseInterceptors(TrailingSlashInterceptor)
@Controller({ path: 'content/pages', version: [...apiVersions] })
export class PagesController {
  constructor(private readonly reader: ContentReader) {}

  @Get()
  browse(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reader.browse(pages, request, reply);
  }

  @Get('slug/:slug')
  readBySlug(@Param('slug') slug: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reader.read(pages, ['slug', slug], request, reply);
  }

  @Get(':id')
  read(@Param('id') id: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reader.read(pages, ['id', id], request, reply);
  }
}
