import {
  type ApiContract,
  apiVersions,
  Contract,
  type JsonObject,
  type Selection,
  type TagView,
} from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { type Actor, TagsService } from '@almanac/publishing';
import {
  adminTagsResource,
  assertReadable,
  browse,
  get,
  parseBrowseQuery,
  parseSelection,
  type QueryParameters,
  queryThrough,
  type ReadKey,
} from '@almanac/resource-queries';
import { AdminApiConfiguration } from '@almanac/validation';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { siteViewOf } from '../site/site-view';

@Controller({ path: 'admin/tags', version: [...apiVersions] })
export class TagsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tags: TagsService,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  @Get()
  async browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<JsonObject> {
    const request = parseBrowseQuery(query, adminTagsResource);
    const run = queryThrough(this.dataSource.manager);
    const { rows, pagination } = await browse(run, adminTagsResource, request, this.clock.now());
    const view = { contract, site: siteViewOf(this.configuration) };
    return {
      tags: rows.map((row) => contract.admin.tag(row, view, request.selection)),
      meta: { pagination: { ...pagination } },
    };
  }

  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.read(contract, ['slug', slug], query);
  }

  @Get(':id')
  readById(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    return this.read(contract, ['id', id], query);
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
    return this.one(contract, tag);
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
    return this.one(contract, tag);
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

  private async read(
    contract: ApiContract,
    [by, value]: readonly [by: Extract<ReadKey, 'id' | 'slug'>, value: string],
    query: QueryParameters,
  ): Promise<JsonObject> {
    assertReadable(by, value);
    const selection = parseSelection(query, adminTagsResource);
    const tag = await get(queryThrough(this.dataSource.manager), adminTagsResource, [by, value], selection);
    return this.one(contract, tag, { ...selection, ...(by === 'slug' && { leading: 'slug' }) });
  }

  private one(contract: ApiContract, tag: TagView, selection?: Selection): JsonObject {
    return { tags: [contract.admin.tag(tag, { contract, site: siteViewOf(this.configuration) }, selection)] };
  }
}
