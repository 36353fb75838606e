import type { AdminContract, ApiContract, ContentContract } from '../contract';
import { count, flag, type JsonSchema, reference, text, textOrNull } from '../serialization/json-schema';
import type { Serializer } from '../serialization/serializer';
import { inputComponents } from './input-components';

export type Components = Record<string, JsonSchema>;

/** What a serializer prints, as a schema: nothing is required, because `fields` can leave anything out. */
export function schemaOf<Entity>(serializer: Serializer<Entity>): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(serializer.fields.map(({ name, schema }) => [name, schema])),
    additionalProperties: false,
  };
}

function closed(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const countOrNull: JsonSchema = { type: ['integer', 'null'] };

const meta = closed({
  pagination: closed({
    page: count,
    limit: { oneOf: [count, { type: 'string', enum: ['all'] }] },
    pages: count,
    total: count,
    next: countOrNull,
    prev: countOrNull,
  }),
});

const contentError = closed({
  errors: {
    type: 'array',
    items: {
      type: 'object',
      properties: { message: text, context: text, errorType: text, errorDetails: {} },
      required: ['message', 'errorType'],
      additionalProperties: false,
    },
  },
});

const adminError = closed({
  errors: {
    type: 'array',
    items: closed({
      message: text,
      context: textOrNull,
      type: text,
      details: {},
      property: textOrNull,
      help: textOrNull,
      code: textOrNull,
      id: text,
    }),
  },
});

function contentComponents({ post, page, tag, author, settings }: ContentContract): Components {
  return {
    Post: schemaOf(post),
    Page: schemaOf(page),
    Tag: schemaOf(tag),
    Author: schemaOf(author),
    Settings: closed(Object.fromEntries(settings.settings.map(({ name, schema }) => [name, schema]))),
    Error: contentError,
    Meta: meta,
  };
}

const config = closed({
  version: text,
  environment: text,
  database: text,
  mail: text,
  useGravatar: flag,
  labs: { type: 'object', additionalProperties: flag },
  clientExtensions: { type: 'object' },
  enableDeveloperExperiments: flag,
});

function adminComponents(admin: AdminContract): Components {
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
    Integration: schemaOf(admin.integration),
    ApiKey: schemaOf(admin.apiKey),
    Webhook: schemaOf(admin.webhook),
    WebhookDelivery: schemaOf(admin.webhookDelivery),
    WebhookAttempt: schemaOf(admin.webhookAttempt),
    Setting: schemaOf(admin.setting),
    Action: schemaOf(admin.action),
    Image: closed({ url: text, ref: textOrNull }),
    Site: closed({ title: text, url: text, version: text }),
    Config: config,
    Error: adminError,
    Meta: meta,
  };
}

/** The named schemas of one API of one version: those its operations reach. */
export function componentsOf(contract: ApiContract, api: 'content' | 'admin'): Components {
  if (api === 'content') return contentComponents(contract.content);
  return { ...adminComponents(contract.admin), ...inputComponents(contract.behaviour.postGeneration) };
}

/** Leaves out what nothing refers to, so that v2's document does not speak of mails. */
export function reached(components: Components, roots: readonly unknown[]): Components {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, name] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (name === undefined || names.has(name)) continue;
      names.add(name);
      visit(components[name] ?? {});
    }
  };
  visit([...roots, reference('Error')]);
  return Object.fromEntries(Object.entries(components).filter(([name]) => names.has(name)));
}
