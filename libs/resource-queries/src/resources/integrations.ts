import type { ApiKey, Integration, Webhook, WebhookAttempt, WebhookDelivery } from '@almanac/entities';
import type { Relation, Resource } from '../resource';
import { ascending, descending, filterable, jsonObject, orderable, selected } from './columns';

export type IntegrationRow = Omit<Integration, 'apiKeys' | 'webhooks'> & { apiKeys?: ApiKey[]; webhooks?: Webhook[] };
export type WebhookDeliveryRow = Omit<WebhookDelivery, 'attempts'> & { attempts?: WebhookAttempt[] };

const integrationColumns = ['id', 'type', 'name', 'slug', 'icon_image', 'description', 'created_at', 'updated_at'];
const keyColumns = [
  'id',
  'type',
  'secret',
  'role_id',
  'integration_id',
  'last_seen_at',
  'last_seen_version',
  'created_at',
  'updated_at',
];
/** What may be claimed of a webhook: all but its secret. */
const claimableWebhookColumns = [
  'id',
  'event',
  'target_url',
  'name',
  'api_version',
  'integration_id',
  'status',
  'last_triggered_at',
  'last_triggered_status',
  'last_triggered_error',
  'created_at',
  'updated_at',
];
const webhookColumns = [...claimableWebhookColumns, 'secret'];

const related = (table: string, columns: string[]): string =>
  `(select coalesce(json_agg(${jsonObject('own', columns)} order by own.id), '[]')
    from publishing.${table} own where own.integration_id = t.id)`;

const apiKeys: Relation = { property: 'apiKeys', sql: related('api_keys', keyColumns), hasInstants: true };
const webhooks: Relation = { property: 'webhooks', sql: related('webhooks', webhookColumns), hasInstants: true };

/** Integrations, for staff; our own internal ones do not exist for them. */
export const adminIntegrationsResource: Resource<IntegrationRow> = {
  key: 'integrations',
  table: 'publishing.integrations',
  scope: `t.type <> 'internal'`,
  columns: () => selected(integrationColumns),
  filters: new Map(filterable(integrationColumns)),
  orders: new Map(orderable(integrationColumns)),
  defaultOrder: () => [ascending('id')],
  relations: new Map([
    ['api_keys', apiKeys],
    ['webhooks', webhooks],
  ]),
  notFoundMessage: 'Integration not found.',
};

/** Webhooks, for staff; an integration's request is narrowed to its own. */
export const adminWebhooksResource: Resource<Webhook> = {
  key: 'webhooks',
  table: 'publishing.webhooks',
  scope: 'true',
  columns: () => selected(webhookColumns),
  filters: new Map(filterable(claimableWebhookColumns)),
  orders: new Map(orderable(claimableWebhookColumns)),
  defaultOrder: () => [ascending('id')],
  relations: new Map(),
  notFoundMessage: 'Webhook not found.',
};

const deliveryColumns = [
  'id',
  'webhook_id',
  'fact_id',
  'event',
  'status',
  'attempt_count',
  'is_test',
  'next_attempt_at',
  'created_at',
  'completed_at',
];
const attemptColumns = [
  'id',
  'delivery_id',
  'attempt',
  'is_replay',
  'started_at',
  'duration_ms',
  'response_status',
  'response_body',
  'error',
];
const attempts = (columns: string[]): Relation => ({
  property: 'attempts',
  sql: `(select coalesce(json_agg(${jsonObject('own', columns)} order by own.attempt, own.started_at), '[]')
    from publishing.webhook_attempts own where own.delivery_id = t.id)`,
  hasInstants: true,
});

const claimableDeliveryColumns = ['id', 'webhook_id', 'event', 'status', 'is_test', 'created_at', 'completed_at'];

/** What was and is to be delivered, newest first, with every attempt; requests are narrowed to one webhook. */
export const adminWebhookDeliveriesResource: Resource<WebhookDeliveryRow> = {
  key: 'deliveries',
  table: 'publishing.webhook_deliveries',
  scope: 'true',
  columns: () => selected(deliveryColumns),
  filters: new Map(filterable(claimableDeliveryColumns)),
  orders: new Map(orderable(claimableDeliveryColumns)),
  defaultOrder: () => [descending('created_at'), descending('id')],
  relations: new Map([['attempts', attempts(attemptColumns)]]),
  alwaysIncluded: ['attempts'],
  notFoundMessage: 'Delivery not found.',
};

/** One delivery with what each attempt sent. Lists leave that out: up to 20 kB an attempt would make them too large. */
export const adminWebhookDeliveryResource: Resource<WebhookDeliveryRow> = {
  ...adminWebhookDeliveriesResource,
  relations: new Map([['attempts', attempts([...attemptColumns, 'request_headers', 'request_body'])]]),
};
