import { type ApiContract, apiVersions, Contract, type JsonObject, type TagView } from '@almanac/api-versions';
import { type Actor, TagsService } from '@almanac/publishing';
import { adminTagsResource, assertLookupFormat, type TagRow } from '@almanac/resource-queries';
import { Body, Controller, Delete, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { SluggedResourceController } from '../resources/resource.controller';
import { ResourceResponses, type VersionedResource } from '../resources/resource-responses';

@Controller({ path: 'admin/tags', version: [...apiVersions] })
export class TagsController extends SluggedResourceController<TagRow, TagView> {
  constructor(
    private readonly tags: TagsService,
    responses: ResourceResponses,
  ) {
    super(responses);
  }

  protected versioned(contract: ApiContract): VersionedResource<TagRow, TagView> {
    return { contract, resource: adminTagsResource, serialize: contract.admin.tag };
  }

  @Post()
  @HttpCode(201)
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { tag } = await this.tags.create(actor, contract.inputReaders.addTag(body));
    invalidateCache(reply);
    return this.responses.render(this.versioned(contract), tag);
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    const { tag, hasChanged } = await this.tags.edit(actor, id, contract.inputReaders.editTag(body));
    if (hasChanged) invalidateCache(reply);
    return this.responses.render(this.versioned(contract), tag);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    assertLookupFormat('id', id);
    await this.tags.delete(actor, id);
    invalidateCache(reply);
  }
}
