import { type ApiContract, Contract, from, type JsonObject, type NewsletterView } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import { type Actor, NewslettersService } from '@almanac/publishing';
import { adminNewslettersResource, type NewsletterRow, type QueryParameters } from '@almanac/resource-queries';
import { Body, Controller, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** The newsletter of the site. */
@Controller({ path: 'admin/newsletters', version: from('v5') })
export class NewslettersController {
  constructor(
    private readonly newsletters: NewslettersService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(versionedNewsletters(contract), query);
  }

  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedNewsletters(contract), ['slug', slug], query);
  }

  @Get(':id')
  readById(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedNewsletters(contract), ['id', id], query);
  }

  @Post()
  add(): never {
    throw new ValidationError('A site has one newsletter, and no more can be added.');
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const versioned = versionedNewsletters(contract);
    const { row } = await this.responses.load(versioned, ['id', id]);
    const current = contract.admin.newsletter(row, this.responses.renderContext(contract));
    await this.newsletters.edit(actor, contract.accept.editNewsletter(body, current));
    invalidateCache(reply);
    return this.responses.read(versioned, ['id', id]);
  }
}

function versionedNewsletters(contract: ApiContract): VersionedResource<NewsletterRow, NewsletterView> {
  return { contract, resource: adminNewslettersResource, serialize: contract.admin.newsletter };
}
