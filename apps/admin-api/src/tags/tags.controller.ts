import { type ApiContract, apiVersions, Contract, type JsonObject, type TagView } from '@almanac/api-versions';
import { type Actor, TagsService } from '@almanac/publishing';
import { adminTagsResource, assertReadable, type QueryParameters, type TagRow } from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';

@Controller({ path: 'admin/tags', version: [...apiVersions] })
export class TagsController {
  constructor(
    private readonly tags: TagsService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(versionedTags(contract), query);
  }

  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedTags(contract), ['slug', slug], query);
  }

  @Get(':id')
  readById(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.responses.read(versionedTags(contract), ['id', id], query);
  }

  @Post()
  @HttpCode(201)
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const { tag } = await this.tags.create(actor, contract.accept.addTag(body));
    invalidateCache(reply);
    return this.responses.render(versionedTags(contract), tag);
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const { tag, hasChanged } = await this.tags.edit(actor, id, contract.accept.editTag(body));
    if (hasChanged) invalidateCache(reply);
    return this.responses.render(versionedTags(contract), tag);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    assertReadable('id', id);
    await this.tags.delete(actor, id);
    invalidateCache(reply);
  }
}

function versionedTags(contract: ApiContract): VersionedResource<TagRow, TagView> {
  return { contract, resource: adminTagsResource, serialize: contract.admin.tag };
}
