import { type ApiContract, Contract, type JsonObject } from '@almanac/api-versions';
import { type Actor, type BulkPostResult, PostsService, statusesForBulkAction } from '@almanac/publishing';
import { assertReadable, type QueryParameters } from '@almanac/resource-queries';
import { Body, Delete, HttpCode, Injectable, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { invalidateCache } from '../http/cache-invalidation';
import { bulkBody, namedIdsOf } from '../resources/bulk-rows';
import { ResourceResponses } from '../resources/resource-responses';
import type { PostKind } from './post-kind';
import { setWriteHeaders, versionedPosts } from './post-responses';

/** The most posts of one bulk request; each of them is an edit with outbox events. */
const MAX_POSTS = 500;

/** The routes of Ghost 5 that change or copy posts and pages; both share them. */
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
    const change = contract.accept.bulkPosts(body);
    const statuses = statusesForBulkAction(change);
    const ids = await this.idsOf(contract, query, statuses && `status:[${statuses.join(',')}]`);
    const result = await this.posts.editMany(actor, this.kind.type, { ids, change });
    return this.respond(reply, result, { action: change.action });
  }

  @Delete('bulk')
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
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const { post, invalidates } = await this.posts.copy(actor, { type: this.kind.type, id });
    setWriteHeaders(reply, post, invalidates);
    return this.responses.render(versionedPosts(this.kind, contract), post);
  }

  /** Posts that the request names by id are not filtered, so that the response has a result for each. */
  private async idsOf(contract: ApiContract, query: QueryParameters, condition?: string): Promise<string[]> {
    const { resource } = this.kind;
    const named = namedIdsOf(query);
    if (named) return named;
    return this.responses.idsOfBulk({ contract, resource, query, condition, atMost: MAX_POSTS });
  }

  private respond(reply: FastifyReply, result: BulkPostResult, more: JsonObject = {}): JsonObject {
    if (result.invalidates === 'site') invalidateCache(reply);
    return bulkBody(result, more);
  }
}
