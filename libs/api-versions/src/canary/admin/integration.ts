import { related, stored, storedText, storedTextOrNull } from '../../serialization/fields';
import { listOf, oneOfWords, reference, stringOrNullSchema } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import { absoluteUrl } from '../../serialization/urls';
import type { ApiKeyView, IntegrationView } from '../../views';
import { createdAndUpdated, date } from './dates';

/** A key of an integration. The `secret` of an admin key has the form `id:secret`, which clients expect. */
export const apiKey = serializerOf<ApiKeyView>([
  storedText('id', (entity) => entity.id),
  stored('type', oneOfWords('content', 'admin'), (entity) => entity.type),
  storedText('secret', (entity) => (entity.type === 'admin' ? `${entity.id}:${entity.secret}` : entity.secret)),
  storedTextOrNull('role_id', (entity) => entity.roleId),
  storedTextOrNull('integration_id', (entity) => entity.integrationId),
  date('last_seen_at', (entity) => entity.lastSeenAt),
  storedTextOrNull('last_seen_version', (entity) => entity.lastSeenVersion),
  ...createdAndUpdated<ApiKeyView>(),
]);

/** An integration with its keys and webhooks. */
export const integration = serializerOf<IntegrationView>([
  storedText('id', (entity) => entity.id),
  storedText('type', (entity) => entity.type),
  storedText('name', (entity) => entity.name),
  storedText('slug', (entity) => entity.slug),
  stored('icon_image', stringOrNullSchema, (entity, { site }) => absoluteUrl(entity.iconImage, site.url)),
  storedTextOrNull('description', (entity) => entity.description),
  ...createdAndUpdated<IntegrationView>(),
  related('api_keys', listOf(reference('ApiKey')), (entity, context) =>
    entity.apiKeys?.map((key) => context.contract.admin.apiKey(key, context)),
  ),
  related('webhooks', listOf(reference('Webhook')), (entity, context) =>
    entity.webhooks?.map((webhook) => context.contract.admin.webhook(webhook, context)),
  ),
]);
