import { type ApiContract, Contract, type JsonObject, type PostView } from '@almanac/api-versions';
import { type Actor, PostsService } from '@almanac/publishing';
import { assertLookupFormat, type PostRow, type QueryParameters, type ReadKey } from '@almanac/resource-queries';
import type { PostInput } from '@almanac/validation';
import { Body, Delete, Get, Headers, HttpCode, Injectable, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';
import { parseIfMatch, type Precondition, withPrecondition, withUpdatedAt } from './if-match';
import type { PostKind } from './post-kind';
import {
  formatForHtmlOf,
  mailSettingsOf,
  renderWritten,
  selectionOfWrite,
  setWriteHeaders,
  versionedPosts,
  withDefaults,
} from './post-responses';

/** The routes that posts and pages have in common. `kind` is either posts or pages. */
@Injectable()
export abstract class PostsOfKindController {
  protected abstract readonly kind: PostKind;

  constructor(
    private readonly posts: PostsService,
    private readonly responses: ResourceResponses,
  ) {}

  @Get()
  browse(@Contract() contract: ApiContract, @Query() query: QueryParameters): Promise<ListBody> {
    return this.responses.browse(this.versioned(contract), withDefaults(this.kind, contract, query));
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
    const selection = selectionOfWrite(this.kind, contract, query);
    const formatForHtml = formatForHtmlOf(this.kind, contract, query);
    const input = { ...this.kind.parseAdd(contract, body), ...mailSettingsOf(this.kind, contract, query) };
    const { post, invalidates } = await this.posts.create(actor, this.kind.type, input, { formatForHtml });
    setWriteHeaders(reply, post, invalidates);
    return renderWritten(this.responses, { kind: this.kind, contract, selection }, post);
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
    assertLookupFormat('id', id);
    // `query` is not a parameter of the handler, because the linter allows at most six.
    const query = reply.request.query as QueryParameters;
    const selection = selectionOfWrite(this.kind, contract, query);
    const formatForHtml = formatForHtmlOf(this.kind, contract, query);
    const precondition = parseIfMatch(ifMatch);
    const input = {
      ...this.parseEdit(contract, body, precondition),
      ...mailSettingsOf(this.kind, contract, query),
    };
    const target = { type: this.kind.type, id };
    const options = { formatForHtml, revision: precondition?.revision };
    const { post, invalidates } = await this.posts.edit(actor, target, input, options);
    setWriteHeaders(reply, post, invalidates);
    return renderWritten(this.responses, { kind: this.kind, contract, selection }, post);
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    assertLookupFormat('id', id);
    await this.posts.delete(actor, { type: this.kind.type, id });
    invalidateCache(reply);
  }

  private async read(
    contract: ApiContract,
    by: readonly [key: Extract<ReadKey, 'id' | 'slug'>, value: string],
    query: QueryParameters,
    reply: FastifyReply,
  ): Promise<JsonObject> {
    const versioned = this.versioned(contract);
    const { row, selection } = await this.responses.load(versioned, by, withDefaults(this.kind, contract, query));
    // The revision becomes a part of the ETag.
    reply.request.revision = row.revision;
    return this.responses.render(versioned, row, selection);
  }

  private parseEdit(contract: ApiContract, body: unknown, precondition: Precondition | undefined): PostInput {
    if (!precondition) return this.kind.parseEdit(contract, body);
    const input = this.kind.parseEdit(contract, withUpdatedAt(body, this.kind.key, precondition));
    return withPrecondition(input, precondition);
  }

  private versioned(contract: ApiContract): VersionedResource<PostRow, PostView> {
    return versionedPosts(this.kind, contract);
  }
}
