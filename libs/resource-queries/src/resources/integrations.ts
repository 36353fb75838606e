import type { ApiKey, Integration, Webhook, WebhookAttempt, WebhookDelivery } from '@almanac/entities';
import { instantProperties } from '@almanac/resource-fields';
import type { Relation, Resource } from '../resource';
import {
  ascending,
  type Column,
  columnsOf,
  descending,
  filterTargets,
  jsonObject,
  orderTargets,
  selectColumns,
} from './columns';

export type IntegrationRow = Omit<Integration, 'apiKeys' | 'webhooks'> & { apiKeys?: ApiKey[]; webhooks?: Webhook[] };
export type WebhookDeliveryRow = Omit<WebhookDelivery, 'attempts'> & { attempts?: WebhookAttempt[] };

const integrationColumns = columnsOf({
  ignoringCase: ['name'],
  others: ['id', 'type', 'slug', 'icon_image', 'description'],
  instants: ['created_at', 'updated_at'],
});
const keyColumns = columnsOf({
  others: ['id', 'type', 'secret', 'role_id', 'integration_id', 'last_seen_version'],
  instants: ['last_seen_at', 'created_at', 'updated_at'],
});
/** The columns by which webhooks can be filtered and ordered: all columns in a response except the secret. */
const filterableWebhookColumns = columnsOf({
  ignoringCase: ['name'],
  others: [
    'id',
    'event',
    'target_url',
    'api_version',
    'integration_id',
    'status',
    'last_triggered_status',
    'last_triggered_error',
  ],
  instants: ['last_triggered_at', 'created_at', 'updated_at'],
});
const webhookColumns = [...filterableWebhookColumns, ...columnsOf({ others: ['secret'] })];

/** The rows of a table that belong to an integration, as a relation. @param property the property with the rows */
function ownedRows(property: string, table: string, columns: readonly Column[]): Relation {
  const sql = `(select coalesce(json_agg(${jsonObject('own', columns)} order by own.id), '[]')
    from publishing.${table} own where own.integration_id = t.id)`;
  return { property, sql, instants: instantProperties(columns) };
}

const apiKeys = ownedRows('apiKeys', 'api_keys', keyColumns);
const webhooks = ownedRows('webhooks', 'webhooks', webhookColumns);

/** The integrations, for staff, except those of the type `internal`. */
export const adminIntegrationsResource: Resource<IntegrationRow> = {
  key: 'integrations',
  table: 'publishing.integrations',
  scope: `t.type <> 'internal'`,
  columns: () => selectColumns(integrationColumns),
  filters: new Map(filterTargets(integrationColumns)),
  orders: new Map(orderTargets(integrationColumns)),
  defaultOrder: () => [ascending('id')],
  relations: new Map([
    ['api_keys', apiKeys],
    ['webhooks', webhooks],
  ]),
  notFoundMessage: 'Integration not found.',
};

/** The webhooks of all integrations. `WebhooksController` restricts the list of an integration to its own webhooks. */
export const adminWebhooksResource: Resource<Webhook> = {
  key: 'webhooks',
  table: 'publishing.webhooks',
  scope: 'true',
  columns: () => selectColumns(webhookColumns),
  filters: new Map(filterTargets(filterableWebhookColumns)),
  orders: new Map(orderTargets(filterableWebhookColumns)),
  defaultOrder: () => [ascending('id')],
  relations: new Map(),
  notFoundMessage: 'Webhook not found.',
};

const deliveryColumns: readonly Column[] = [
  ...columnsOf({
    others: ['id', 'webhook_id', 'event', 'status', 'attempt_count'],
    booleans: ['is_test'],
    instants: ['next_attempt_at', 'created_at', 'completed_at'],
  }),
  // An older name of outbox events, which the column still has.
  { name: 'outboxEventId', column: 'fact_id', type: 'text' },
];
const attemptColumns = columnsOf({
  others: ['id', 'delivery_id', 'attempt', 'is_replay', 'duration_ms', 'response_status', 'error'],
  instants: ['started_at'],
});
/** The attempts of a delivery, oldest first. */
const attempts = (columns: readonly Column[]): Relation => ({
  property: 'attempts',
  sql: `(select coalesce(json_agg(${jsonObject('own', columns)} order by own.attempt, own.started_at), '[]')
    from publishing.webhook_attempts own where own.delivery_id = t.id)`,
  instants: instantProperties(columns),
});

const filterableDeliveryColumns = columnsOf({
  others: ['id', 'webhook_id', 'event', 'status'],
  booleans: ['is_test'],
  instants: ['created_at', 'completed_at'],
});

/**
 * The deliveries of all webhooks, newest first, each with its attempts, oldest first. `WebhookDeliveriesController` restricts lists to
 * one webhook.
 */
export const adminWebhookDeliveriesResource: Resource<WebhookDeliveryRow> = {
  key: 'deliveries',
  table: 'publishing.webhook_deliveries',
  scope: 'true',
  columns: () => selectColumns(deliveryColumns),
  filters: new Map(filterTargets(filterableDeliveryColumns)),
  orders: new Map(orderTargets(filterableDeliveryColumns)),
  defaultOrder: () => [descending('created_at'), descending('id')],
  relations: new Map([['attempts', attempts(attemptColumns)]]),
  alwaysIncluded: ['attempts'],
  notFoundMessage: 'Delivery not found.',
};

/** The columns of attempts that lists leave out, because one body can have 20 kB. */
const messageColumns = columnsOf({ others: ['request_headers', 'request_body', 'response_body'] });

/** The deliveries with the headers and bodies of their attempts, for a single read. */
export const adminFullWebhookDeliveriesResource: Resource<WebhookDeliveryRow> = {
  ...adminWebhookDeliveriesResource,
  relations: new Map([['attempts', attempts([...attemptColumns, ...messageColumns])]]),
};
