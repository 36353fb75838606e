import { type ApiContract, apiVersions, Contract, type JsonObject } from '@almanac/api-versions';
import { WebhookDelivery } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import {
  type Actor,
  findReachableWebhook,
  ReplaysService,
  TestDeliveriesService,
  type TimeRange,
} from '@almanac/publishing';
import {
  adminWebhookDeliveriesResource,
  adminWebhookDeliveryResource,
  assertReadable,
  narrow,
  parseBrowseQuery,
  type QueryParameters,
  type WebhookDeliveryRow,
} from '@almanac/resource-queries';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CurrentActor } from '../authentication/actor.decorator';
import { type Reading, ResourceAnswers } from '../resources/resource-answers';

/** How a webhook fares: every event it was or will be told of, every attempt, and sending again. */
@Controller({ path: 'admin/webhooks/:id', version: [...apiVersions] })
export class WebhookDeliveriesController {
  constructor(
    private readonly replays: ReplaysService,
    private readonly tests: TestDeliveriesService,
    private readonly answers: ResourceAnswers,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  @Get('deliveries')
  async browse(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const { manager } = this.dataSource;
    const webhook = await findReachableWebhook(manager, actor, { id, permission: 'webhooks.browse' });
    const request = parseBrowseQuery(query, adminWebhookDeliveriesResource);
    const ofWebhook = { key: 'webhook_id', id: webhook.id, now: this.clock.now() };
    return this.answers.page(reading(contract), narrow(adminWebhookDeliveriesResource, request, ofWebhook));
  }

  /** @throws NotFoundError also for a delivery of another webhook */
  @Get('deliveries/:deliveryId')
  async read(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    assertReadable('id', deliveryId);
    const { manager } = this.dataSource;
    const webhook = await findReachableWebhook(manager, actor, { id, permission: 'webhooks.browse' });
    if (!(await manager.existsBy(WebhookDelivery, { id: deliveryId, webhookId: webhook.id })))
      throw new NotFoundError('Delivery not found.');
    return this.answers.single(reading(contract, adminWebhookDeliveryResource), ['id', deliveryId]);
  }

  /** The delivery is sent within about a second; reading it says how that went. */
  @Post('test')
  @HttpCode(202)
  async test(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const deliveryId = await this.tests.send(actor, id);
    return this.answers.single(reading(contract), ['id', deliveryId]);
  }

  @Post('deliveries/:deliveryId/replay')
  @HttpCode(202)
  async replayOne(
    @CurrentActor() actor: Actor,
    @Contract() contract: ApiContract,
    @Param('id') id: string,
    @Param('deliveryId') deliveryId: string,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    assertReadable('id', deliveryId);
    await this.replays.replayOne(actor, id, deliveryId);
    return this.answers.single(reading(contract), ['id', deliveryId]);
  }

  /** The range stands in the body, `{"replay": [{"from": …, "to": …}]}`; without an end it reaches until now. */
  @Post('replay')
  @HttpCode(202)
  async replayRange(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: QueryParameters,
  ): Promise<JsonObject> {
    assertReadable('id', id);
    const replayed = await this.replays.replayRange(actor, id, this.rangeIn(body, query));
    return { meta: { stats: { replayed } } };
  }

  private rangeIn(body: unknown, query: QueryParameters): TimeRange {
    const { replay, ...flat } = Object(body) as Record<string, unknown>;
    const given = { ...query, ...flat, ...(Array.isArray(replay) ? Object(replay[0]) : {}) } as Record<string, unknown>;
    return {
      from: instant('from', given.from),
      to: given.to === undefined ? this.clock.now() : instant('to', given.to),
    };
  }
}

function instant(name: string, value: unknown): Date {
  const date = typeof value === 'string' ? new Date(value) : new Date(NaN);
  if (!Number.isNaN(date.getTime())) return date;
  throw new ValidationError(`Validation (isDate) failed for ${name}`, { property: name });
}

function reading(contract: ApiContract, resource = adminWebhookDeliveriesResource): Reading<WebhookDeliveryRow> {
  return { contract, resource, serialize: contract.admin.webhookDelivery };
}
