import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import type { Webhook } from '@almanac/entities';
import { type Actor, WebhooksService } from '@almanac/publishing';
import { adminWebhooksResource, assertLookupFormat, type QueryParameters } from '@almanac/resource-queries';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** Webhooks: subscriptions of a URL to an event. */
@Controller({ path: 'admin/webhooks', version: [...apiVersions] })
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly responses: ResourceResponses,
  ) {}

  /** All webhooks for staff; an integration lists its own. */
  @Get()
  browse(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Query() query: QueryParameters,
  ): Promise<ListBody> {
    const parent = actor.kind === 'integration' ? { column: 'integration_id', id: actor.id } : undefined;
    return this.responses.browse(versionedWebhooks(contract), query, parent);
  }

  @Post()
  async add(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    const id = await this.webhooks.create(actor, contract.inputReaders.addWebhook(body));
    return this.responses.read(versionedWebhooks(contract), ['id', id]);
  }

  @Put(':id')
  async edit(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    await this.webhooks.edit(actor, id, contract.inputReaders.editWebhook(body, id));
    return this.responses.read(versionedWebhooks(contract), ['id', id]);
  }

  @Delete(':id')
  @HttpCode(204)
  async destroy(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    assertLookupFormat('id', id);
    await this.webhooks.delete(actor, id);
  }
}

function versionedWebhooks(contract: ApiContract): VersionedResource<Webhook> {
  return { contract, resource: adminWebhooksResource, serialize: contract.admin.webhook };
}
