import { type ApiContract, Contract, type JsonObject } from '@almanac/api-versions';
import { type Actor, type BulkPostResult, PostsService, statusesForBulkAction } from '@almanac/publishing';
import { assertLookupFormat, type QueryParameters } from '@almanac/resource-queries';
import { Body, Delete, HttpCode, Injectable, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { bulkBody, idsInQuery } from '../resources/bulk-requests';
import { ResourceResponses } from '../resources/resource-responses';
import type { PostKind } from './post-kind';
import { renderWritten, selectionOfWrite, setWriteHeaders } from './post-responses';

/** The maximum number of posts that the filter of a bulk request may match, because the change of each post records outbox events. */
const MAX_POSTS = 500;

/** The routes of Ghost 5 that change or delete many posts or pages, or copy one. */
@Injectable()
export abstract class BulkPostsOfKindController {
  protected abstract readonly kind: PostKind;

  constructor(
    private readonly posts: PostsService,
    private readonly responses: ResourceResponses,
  ) {}

  @Put('bulk')
  async editMany(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const change = contract.inputReaders.bulkPosts(body);
    const statuses = statusesForBulkAction(change);
    const ids = await this.idsOf(contract, query, statuses && `status:[${statuses.join(',')}]`);
    const result = await this.posts.editMany(actor, this.kind.type, { ids, change });
    return this.respond(reply, result, { action: change.action });
  }

  /** Ghost 5 has the path without `bulk`. */
  @Delete(['/', 'bulk'])
  async deleteMany(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const ids = await this.idsOf(contract, query);
    return this.respond(reply, await this.posts.deleteMany(actor, this.kind.type, ids));
  }

  @Post(':id/copy')
  @HttpCode(201)
  async copy(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    const selection = selectionOfWrite(this.kind, contract, query);
    const { post, invalidates } = await this.posts.copy(actor, { type: this.kind.type, id });
    setWriteHeaders(reply, post, invalidates);
    return renderWritten(this.responses, { kind: this.kind, contract, selection }, post);
  }

  /**
   * The ids in the query, or the ids of the posts that match its filter and `condition`. `condition` does not apply to ids in the query,
   * so that the response has a result for each of them.
   */
  private async idsOf(contract: ApiContract, query: QueryParameters, condition?: string): Promise<string[]> {
    const { resource } = this.kind;
    const named = idsInQuery(query);
    if (named) return named;
    return this.responses.idsMatchingFilter({ contract, resource, query, condition, maxRows: MAX_POSTS });
  }

  private respond(reply: FastifyReply, result: BulkPostResult, extraKeys: JsonObject = {}): JsonObject {
    if (result.invalidates === 'site') invalidateCache(reply);
    return bulkBody(result, extraKeys);
  }
}
