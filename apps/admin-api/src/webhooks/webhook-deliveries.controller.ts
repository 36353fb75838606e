import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { NotFoundError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import {
  type Actor,
  ReplaysService,
  TestDeliveriesService,
  type TimeRange,
  WebhooksService,
} from '@almanac/publishing';
import {
  adminWebhookDeliveriesResource,
  adminFullWebhookDeliveriesResource,
  assertLookupFormat,
  type QueryParameters,
  type WebhookDeliveryRow,
} from '@almanac/resource-queries';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CurrentActor } from '../authentication/actor.decorator';
import { requiredInstant } from '../resources/required-instant';
import { type ListBody, ResourceResponses, type VersionedResource } from '../resources/resource-responses';

/** Lists the deliveries of a webhook with their attempts, sends test deliveries, and repeats deliveries (replay). */
@Controller({ path: 'admin/webhooks/:id', version: [...apiVersions] })
export class WebhookDeliveriesController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly replays: ReplaysService,
    private readonly tests: TestDeliveriesService,
    private readonly responses: ResourceResponses,
    private readonly clock: Clock,
  ) {}

  @Get('deliveries')
  async browse(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<ListBody> {
    assertLookupFormat('id', id);
    const webhook = await this.webhooks.getById(actor, id);
    return this.responses.browse(versionedDeliveries(contract), query, { column: 'webhook_id', id: webhook.id });
  }

  /** @throws NotFoundError for an unknown delivery, and for a delivery of another webhook */
  @Get('deliveries/:deliveryId')
  async read(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    assertLookupFormat('id', deliveryId);
    const webhook = await this.webhooks.getById(actor, id);
    const versioned = versionedDeliveries(contract, adminFullWebhookDeliveriesResource);
    const { row, selection } = await this.responses.load(versioned, ['id', deliveryId]);
    if (row.webhookId !== webhook.id) throw new NotFoundError(adminFullWebhookDeliveriesResource.notFoundMessage);
    return this.responses.render(versioned, row, selection);
  }

  /** Records a test delivery, which the worker normally sends within a second. Clients read the delivery again to get its result. */
  @Post('test')
  @HttpCode(202)
  async test(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    const deliveryId = await this.tests.send(actor, id);
    return this.responses.read(versionedDeliveries(contract), ['id', deliveryId]);
  }

  @Post('deliveries/:deliveryId/replay')
  @HttpCode(202)
  async replayOne(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    assertLookupFormat('id', deliveryId);
    await this.replays.replayOne(actor, id, deliveryId);
    return this.responses.read(versionedDeliveries(contract), ['id', deliveryId]);
  }

  /** Repeats the deliveries of the outbox events in a time range: `{"replay": [{"from": …, "to": …}]}`. `to` defaults to now. */
  @Post('replay')
  @HttpCode(202)
  async replayRange(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    assertLookupFormat('id', id);
    const replayed = await this.replays.replayRange(actor, id, this.parseRange(body, query));
    return { meta: { stats: { replayed } } };
  }

  /**
   * The range in `replay`. `from` and `to` may also be at the top level of the body, or in the query string. Of several values, the one in
   * `replay` applies, else the one at the top level.
   */
  private parseRange(body: unknown, query: QueryParameters): TimeRange {
    // `Object` turns null and primitive values into an object without `replay`, `from` and `to`.
    const { replay, ...topLevel } = Object(body) as Record<string, unknown>;
    const range: object = Array.isArray(replay) ? Object(replay[0]) : {};
    const given: Record<string, unknown> = { ...query, ...topLevel, ...range };
    return {
      from: requiredInstant('from', given.from),
      to: given.to === undefined ? this.clock.now() : requiredInstant('to', given.to),
    };
  }
}

function versionedDeliveries(
  contract: ApiContract,
  resource = adminWebhookDeliveriesResource,
): VersionedResource<WebhookDeliveryRow> {
  return { contract, resource, serialize: contract.admin.webhookDelivery };
}
