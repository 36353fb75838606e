import { optional, related, stored, storedText, storedTextOrNull } from '../../serialization/fields';
import {
  booleanSchema,
  integerOrNullSchema,
  integerSchema,
  type JsonSchema,
  listOf,
  oneOfWords,
  reference,
} from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { WebhookAttemptView, WebhookDeliveryView, WebhookView } from '../../views';
import { apiVersions } from '../../versions';
import { createdAndUpdated, date } from './dates';

/** A webhook with the result of the last attempt of its deliveries. */
export const webhook = serializerOf<WebhookView>([
  storedText('id', (entity) => entity.id),
  storedText('event', (entity) => entity.event),
  storedText('target_url', (entity) => entity.targetUrl),
  storedTextOrNull('name', (entity) => entity.name),
  storedTextOrNull('secret', (entity) => entity.secret),
  stored('api_version', oneOfWords(...apiVersions), (entity) => entity.apiVersion),
  storedTextOrNull('integration_id', (entity) => entity.integrationId),
  stored('status', oneOfWords('available', 'disabled'), (entity) => entity.status),
  date('last_triggered_at', (entity) => entity.lastTriggeredAt),
  storedTextOrNull('last_triggered_status', (entity) => entity.lastTriggeredStatus),
  storedTextOrNull('last_triggered_error', (entity) => entity.lastTriggeredError),
  ...createdAndUpdated<WebhookView>(),
]);

const headersOrNullSchema: JsonSchema = { type: ['object', 'null'], additionalProperties: { type: 'string' } };

/** An attempt of a delivery. Only the response to a read of one delivery contains the headers and bodies of attempts. */
export const webhookAttempt = serializerOf<WebhookAttemptView>([
  storedText('id', (entity) => entity.id),
  stored('attempt', integerSchema, (entity) => entity.attempt),
  stored('is_replay', booleanSchema, (entity) => entity.isReplay),
  date('started_at', (entity) => entity.startedAt),
  stored('duration_ms', integerSchema, (entity) => entity.durationMs),
  optional(stored('request_headers', headersOrNullSchema, (entity) => entity.requestHeaders)),
  optional(storedTextOrNull('request_body', (entity) => entity.requestBody)),
  stored('response_status', integerOrNullSchema, (entity) => entity.responseStatus),
  optional(storedTextOrNull('response_body', (entity) => entity.responseBody)),
  storedTextOrNull('error', (entity) => entity.error),
]);

/** The delivery of one event to one webhook, with its attempts. */
export const webhookDelivery = serializerOf<WebhookDeliveryView>([
  storedText('id', (entity) => entity.id),
  storedText('webhook_id', (entity) => entity.webhookId),
  storedText('event_id', (entity) => entity.outboxEventId),
  storedText('event', (entity) => entity.event),
  storedText('status', (entity) => entity.status),
  stored('attempt_count', integerSchema, (entity) => entity.attemptCount),
  stored('is_test', booleanSchema, (entity) => entity.isTest),
  date('next_attempt_at', (entity) => entity.nextAttemptAt),
  date('created_at', (entity) => entity.createdAt),
  date('completed_at', (entity) => entity.completedAt),
  related('attempts', listOf(reference('WebhookAttempt')), (entity, context) =>
    entity.attempts?.map((attempt) => context.contract.admin.webhookAttempt(attempt, context)),
  ),
]);
