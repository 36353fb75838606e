import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { type Actor, PostsService } from '@almanac/publishing';
import { assertLookupFormat } from '@almanac/resource-queries';
import { notAllowed } from '@almanac/validation';
import { Body, Controller, Get, Param, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CurrentActor } from '../authentication/actor.decorator';
import { pageKind, postKind, type PostKind } from '../posts/post-kind';
import { renderWritten, selectionOfWrite, setWriteHeaders, versionedPosts } from '../posts/post-responses';
import { ResourceResponses } from '../resources/resource-responses';

const kinds: readonly PostKind[] = [postKind, pageKind];

/** Lists scheduled posts and pages, and publishes one that is due, or due within two minutes, when an external scheduler requests it. */
@Controller({ path: 'admin/schedules', version: [...apiVersions] })
export class SchedulesController {
  constructor(
    private readonly posts: PostsService,
    private readonly responses: ResourceResponses,
  ) {}

  /** All scheduled posts and pages; the route has no parameters. */
  @Get()
  async browse(@Contract() contract: ApiContract): Promise<JsonObject> {
    const query = { filter: 'status:scheduled', limit: 'all', order: 'published_at asc' };
    const lists = await Promise.all(kinds.map((kind) => this.responses.list(versionedPosts(kind, contract), query)));
    return Object.fromEntries(kinds.map(({ key }, index) => [key, lists[index]?.[key]]));
  }

  /** A post that is more than two minutes overdue is published only if the body is `{"force": true}`. */
  @Put(':resource/:id')
  async publish(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('resource') resource: string,
    @Param('id') id: string,
    @Body() body: { force?: unknown } | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JsonObject> {
    const kind = kinds.find(({ key }) => key === resource);
    if (!kind) throw notAllowed('resource', resource, ['posts', 'pages']);
    assertLookupFormat('id', id);
    const force = body?.force === true;
    const { post, invalidates } = await this.posts.publishScheduled(actor, { type: kind.type, id }, { force });
    setWriteHeaders(reply, post, invalidates);
    return renderWritten(this.responses, { kind, contract, selection: selectionOfWrite(kind, contract, {}) }, post);
  }
}
