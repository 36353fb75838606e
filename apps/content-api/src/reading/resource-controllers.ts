import { apiVersions, from } from '@almanac/api-versions';
import type { NewsletterRow, PostRow, TagRow, TierRow, UserRow } from '@almanac/resource-queries';
import { Controller, Get, Injectable, Param, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { VisitorGuard } from '../authentication/visitor.guard';
import { ContentReader } from './content-reader';
import { authors, type ContentResource, newsletters, pages, posts, tags, tiers } from './content-resources';

/** The routes of a resource: its list, and one item by id or slug. */
@Injectable()
@UseGuards(VisitorGuard)
abstract class ResourceController<Row extends object> {
  protected abstract readonly contentResource: ContentResource<Row>;

  constructor(private readonly reader: ContentReader) {}

  @Get()
  browse(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer | Readable | undefined> {
    return this.reader.browse(this.contentResource, request, reply);
  }

  @Get('slug/:slug')
  readBySlug(
    @Param('slug') slug: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.reader.read(this.contentResource, ['slug', slug], request, reply);
  }

  @Get(':id')
  readById(
    @Param('id') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.reader.read(this.contentResource, ['id', id], request, reply);
  }
}

@Controller({ path: 'content/posts', version: [...apiVersions] })
export class PostsController extends ResourceController<PostRow> {
  protected readonly contentResource = posts;
}

@Controller({ path: 'content/pages', version: [...apiVersions] })
export class PagesController extends ResourceController<PostRow> {
  protected readonly contentResource = pages;
}

@Controller({ path: 'content/tags', version: [...apiVersions] })
export class TagsController extends ResourceController<TagRow> {
  protected readonly contentResource = tags;
}

@Controller({ path: 'content/authors', version: [...apiVersions] })
export class AuthorsController extends ResourceController<UserRow> {
  protected readonly contentResource = authors;
}

/** The free tier, and the paid tier while the site has a payment provider. */
@Controller({ path: 'content/tiers', version: from('v5') })
export class TiersController extends ResourceController<TierRow> {
  protected readonly contentResource = tiers;
}

/** The newsletter of the site. */
@Controller({ path: 'content/newsletters', version: from('v5') })
export class NewslettersController extends ResourceController<NewsletterRow> {
  protected readonly contentResource = newsletters;
}
