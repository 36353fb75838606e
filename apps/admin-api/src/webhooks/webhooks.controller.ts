import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import type { Webhook } from '@almanac/entities';
import { Clock } from '@almanac/platform';
import { type Actor, WebhooksService } from '@almanac/publishing';
import {
  adminWebhooksResource,
  assertReadable,
  narrow,
  parseBrowseQuery,
  type QueryParameters,
} from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { type Reading, ResourceAnswers } from '../resources/resource-answers';

/** Who is told of what. */
@Controller({ path: 'admin/webhooks', version: [...apiVersions] })
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly answers: ResourceAnswers,
    private readonly clock: Clock,
  ) {}

  /** All of them; for an integration, its own. */
  @Get()
  browse(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    const request = parseBrowseQuery(query, adminWebhooksResource);
    if (actor.kind !== 'integration') return this.answers.page(reading(contract), request);
    const own = { key: 'integration_id', id: actor.id, now: this.clock.now() };
    return this.answers.page(reading(contract), narrow(adminWebhooksResource, request, own));
  }

  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const id = await this.webhooks.add(actor, contract.accept.addWebhook(body));
    return this.answers.single(reading(contract), ['id', id]);
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    await this.webhooks.edit(actor, id, contract.accept.editWebhook(body, id));
    return this.answers.single(reading(contract), ['id', id]);
  }

  @Delete(':id')
  @HttpCode(204)
  async destroy(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertReadable('id', id);
    await this.webhooks.destroy(actor, id);
  }
}

function reading(contract: ApiContract): Reading<Webhook> {
  return { contract, resource: adminWebhooksResource, serialize: contract.admin.webhook };
}
