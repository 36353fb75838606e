import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { Clock } from '@almanac/platform';
import { type Actor, PostsService } from '@almanac/publishing';
import { assertReadable, browse, parseBrowseQuery, queryThrough } from '@almanac/resource-queries';
import { AdminApiConfiguration, notAllowed } from '@almanac/validation';
import { Body, Controller, Get, Param, Put, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DataSource } from 'typeorm';
import { CurrentActor } from '../authentication/actor.decorator';
import { describeChange, onePost, postView } from '../posts/post-answers';
import { pageKind, postKind, type PostKind } from '../posts/post-kind';
import { siteViewOf } from '../site/site-view';

const kinds: readonly PostKind[] = [postKind, pageKind];

/** What is planned, and the bell an outside scheduler rings when a moment has come. */
@Controller({ path: 'admin/schedules', version: [...apiVersions] })
export class SchedulesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly posts: PostsService,
    private readonly configuration: AdminApiConfiguration,
    private readonly clock: Clock,
  ) {}

  /** Every scheduled post and page; there is nothing to narrow it by. */
  @Get()
  async browse(@Contract() contract: ApiContract): Promise<JsonObject> {
    const lists = await Promise.all(kinds.map(async (kind) => [kind.key, await this.scheduled(contract, kind)]));
    return Object.fromEntries(lists) as JsonObject;
  }

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
    assertReadable('id', id);
    const force = body?.force === true;
    const { post, invalidates } = await this.posts.publishScheduled(actor, { type: kind.type, id }, { force });
    describeChange(reply, post, invalidates);
    return onePost(kind, contract, this.configuration, post);
  }

  private async scheduled(contract: ApiContract, { resource, serializer }: PostKind): Promise<JsonObject[]> {
    const request = parseBrowseQuery({ filter: 'status:scheduled', limit: 'all', order: 'published_at asc' }, resource);
    const { rows } = await browse(queryThrough(this.dataSource.manager), resource, request, this.clock.now());
    const view = { contract, site: siteViewOf(this.configuration) };
    return rows.map((row) => serializer(contract)(postView(row), view, request.selection));
  }
}
