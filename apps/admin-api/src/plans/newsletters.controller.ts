import { type ApiContract, Contract, from, type JsonObject, type NewsletterView } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import { type Actor, NewslettersService } from '@almanac/publishing';
import { adminNewslettersResource, type NewsletterRow } from '@almanac/resource-queries';
import { Body, Controller, Param, Post, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { SluggedResourceController } from '../resources/resource.controller';
import { ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** The newsletter of the site: the one list to which members subscribe. */
@Controller({ path: 'admin/newsletters', version: from('v5') })
export class NewslettersController extends SluggedResourceController<NewsletterRow, NewsletterView> {
  constructor(
    private readonly newsletters: NewslettersService,
    responses: ResourceResponses,
  ) {
    super(responses);
  }

  protected versioned(contract: ApiContract): VersionedResource<NewsletterRow, NewsletterView> {
    return { contract, resource: adminNewslettersResource, serialize: contract.admin.newsletter };
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
    const versioned = this.versioned(contract);
    const { row } = await this.responses.load(versioned, ['id', id]);
    const current = contract.admin.newsletter(row, this.responses.renderContext(contract));
    await this.newsletters.edit(actor, contract.inputReaders.editNewsletter(body, current));
    invalidateCache(reply);
    return this.responses.read(versioned, ['id', id]);
  }
}
