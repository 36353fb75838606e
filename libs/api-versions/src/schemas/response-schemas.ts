import type { AdminContract, ContentContract } from '../contract';
import {
  closedObject,
  integerOrNullSchema,
  integerSchema,
  type JsonSchema,
  stringOrNullSchema,
  stringSchema,
} from '../serialization/json-schema';
import type { ResponseSelection, Serializer } from '../contract';

/** Schemas by the names that OpenAPI documents use for them. */
export type NamedSchemas = Record<string, JsonSchema>;

const defaultSelection: ResponseSelection = { include: [] };

/** The schema of a resource. Required are the keys that every response has if the request names no fields, formats or relations. */
function schemaOf<Entity>({ fields }: Serializer<Entity>): JsonSchema {
  const required = fields.filter(({ isShown, isOptional }) => isShown(defaultSelection) && !isOptional);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: required.map(({ name }) => name),
    additionalProperties: false,
  };
}

const meta = closedObject({
  pagination: closedObject({
    page: integerSchema,
    limit: { oneOf: [integerSchema, { type: 'string', enum: ['all'] }] },
    pages: integerSchema,
    total: integerSchema,
    next: integerOrNullSchema,
    prev: integerOrNullSchema,
  }),
});

/** The schemas of the responses of the Content API of a version. */
export function contentSchemas({
  post,
  page,
  tag,
  author,
  tier,
  newsletter,
  settings,
  error,
}: ContentContract): NamedSchemas {
  return {
    Post: schemaOf(post),
    Page: schemaOf(page),
    Tag: schemaOf(tag),
    Author: schemaOf(author),
    Tier: schemaOf(tier),
    Newsletter: schemaOf(newsletter),
    Settings: closedObject(Object.fromEntries(settings.settings.map(({ name, schema }) => [name, schema]))),
    Error: error.schema,
    Meta: meta,
  };
}

/** The schemas of the responses of the Admin API of a version. */
export function adminSchemas(admin: AdminContract): NamedSchemas {
  return {
    Post: schemaOf(admin.post),
    Page: schemaOf(admin.page),
    Tag: schemaOf(admin.tag),
    User: schemaOf(admin.user),
    SessionUser: schemaOf(admin.sessionUser),
    Role: schemaOf(admin.role),
    Permission: schemaOf(admin.permission),
    Invite: schemaOf(admin.invite),
    Member: schemaOf(admin.member),
    Label: schemaOf(admin.label),
    Tier: schemaOf(admin.tier),
    Newsletter: schemaOf(admin.newsletter),
    Email: schemaOf(admin.email),
    EmailRecipient: schemaOf(admin.emailRecipient),
    Integration: schemaOf(admin.integration),
    ApiKey: schemaOf(admin.apiKey),
    Webhook: schemaOf(admin.webhook),
    WebhookDelivery: schemaOf(admin.webhookDelivery),
    WebhookAttempt: schemaOf(admin.webhookAttempt),
    Setting: schemaOf(admin.setting),
    Action: schemaOf(admin.action),
    Image: closedObject({ url: stringSchema, ref: stringOrNullSchema }),
    Media: closedObject({ url: stringSchema, thumbnail_url: stringOrNullSchema, ref: stringOrNullSchema }),
    Site: admin.site.schema,
    Config: admin.config.schema,
    Error: admin.error.schema,
    Meta: meta,
  };
}
