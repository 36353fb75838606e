import { type ApiContract, Contract, type JsonObject } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { type Actor, PostsService } from '@almanac/publishing';
import {
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
import { Body, Delete, Get, Headers, HttpCode, Injectable, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { siteViewOf } from '../site/site-view';
import { judgedBy, parseIfMatch, withReadingTime } from './if-match';
import { describeChange, onePost, postView, selectionOfWrite, sourceOf } from './post-answers';
import type { PostKind } from './post-kind';

/** The routes that posts and pages have alike. */
@Injectable()
export abstract class PostsOfKindController {
  protected abstract readonly kind: PostKind;

  constructor(
    private readonly dataSource: DataSource,
    private readonly posts: PostsService,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  @Get()
  async browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<JsonObject> {
    const { resource, key, serializer } = this.kind;
    const request = parseBrowseQuery(query, resource);
    const run = queryThrough(this.dataSource.manager);
    const { rows, pagination } = await browse(run, resource, request, this.clock.now());
    const view = { contract, site: siteViewOf(this.configuration) };
    const serialize = serializer(contract);
    return {
      [key]: rows.map((row) => serialize(postView(row), view, request.selection)),
      meta: { pagination: { ...pagination } },
    };
  }

  @Get('slug/:slug')
  readBySlug(
    @Contract() contract: ApiContract,
    @Param('slug') slug: string,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return this.read(contract, ['slug', slug], query, reply);
  }

  @Get(':id')
  readById(
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    return this.read(contract, ['id', id], query, reply);
  }

  @Post()
  @HttpCode(201)
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const source = sourceOf(this.kind, query);
    const input = this.kind.add(contract, body);
    const { post, invalidates } = await this.posts.create(actor, this.kind.type, input, { source });
    describeChange(reply, post, invalidates);
    return onePost(this.kind, contract, this.configuration, post, selectionOfWrite(this.kind, query));
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('if-match') ifMatch: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const query = reply.request.query as QueryParameters;
    const source = sourceOf(this.kind, query);
    const precondition = parseIfMatch(ifMatch);
    const input = precondition
      ? judgedBy(this.kind.edit(contract, withReadingTime(body, this.kind.key, precondition)), precondition)
      : this.kind.edit(contract, body);
    const target = { type: this.kind.type, id };
    const { post, invalidates } = await this.posts.edit(actor, target, input, {
      source,
      revision: precondition?.revision,
    });
    describeChange(reply, post, invalidates);
    return onePost(this.kind, contract, this.configuration, post, selectionOfWrite(this.kind, query));
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    assertReadable('id', id);
    await this.posts.delete(actor, { type: this.kind.type, id });
    invalidateCache(reply);
  }

  private async read(
    contract: ApiContract,
    [by, value]: readonly [by: Extract<ReadKey, 'id' | 'slug'>, value: string],
    query: QueryParameters,
    reply: FastifyReply,
  ): Promise<JsonObject> {
    assertReadable(by, value);
    const selection = parseSelection(query, this.kind.resource);
    const post = await get(queryThrough(this.dataSource.manager), this.kind.resource, [by, value], selection);
    reply.request.revision = post.revision;
    const leading = by === 'slug' ? { leading: 'slug' } : {};
    return onePost(this.kind, contract, this.configuration, post, { ...selection, ...leading });
  }
}
