import { type ApiVersion, isKnownIn, memberDefinition } from '@almanac/resource-fields';
import { readOnlySchemas, ignoredKey, writableSchemas } from '../../inputs/field-inputs';
import type { InputSchema } from '../../inputs/input-schemas';

/** Keys of current or former responses that clients may send back, in every version. They have no effect. */
const ignoredKeys = ['created_by', 'updated_by', 'payment'] as const;
/** Further keys of responses that clients may send back from v5 on. They have no effect. */
const computedKeysSinceV5 = [
  'uuid',
  'avatar_image',
  'email_count',
  'email_opened_count',
  'email_open_rate',
  'email_suppression',
  'status',
  'subscriptions',
  'unsubscribe_url',
] as const;
/** Keys that Ghost stores and Almanac does not. Only null is accepted, because any other value would be lost. */
const unstoredKeys = ['geolocation', 'last_seen_at', 'attribution'] as const;

/** The schema of a list of references: objects with at least one of the keys, or strings. */
const referencesBy = (...keys: string[]): InputSchema => ({
  type: 'array',
  maxItems: 100,
  items: {
    anyOf: [
      {
        type: 'object',
        properties: Object.fromEntries(keys.map((key) => [key, { type: 'string', maxLength: 191 }])),
        anyOf: keys.map((key) => ({ required: [key] })),
      },
      { type: 'string', maxLength: 191 },
    ],
  },
});

/** The schemas of the keys that came with v5. */
function schemasSinceV5(): InputSchema {
  return {
    labels: referencesBy('id', 'slug', 'name'),
    newsletters: referencesBy('id', 'slug', 'name'),
    tiers: referencesBy('id', 'slug', 'name'),
    // The name of `tiers` in Ghost 4.
    products: referencesBy('id', 'slug', 'name'),
    ...Object.fromEntries(computedKeysSinceV5.map((key) => [key, ignoredKey])),
    ...Object.fromEntries(unstoredKeys.map((key) => [key, { type: 'null', ...ignoredKey }])),
  };
}

/** The schema of a member in a request body of a version. In a change, null empties the name or note. */
export function memberSchema(version: ApiVersion): InputSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'members',
    definitions: {
      member: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...writableSchemas(memberDefinition, version),
          comped: { type: 'boolean' },
          // Accepted in every version, although the field came with v5, because clients of Ghost 3 unsubscribe members, too.
          subscribed: { type: 'boolean' },
          ...(isKnownIn(version, { since: 'v5' }) && schemasSinceV5()),
          ...readOnlySchemas(memberDefinition, version),
          ...Object.fromEntries(ignoredKeys.map((key) => [key, ignoredKey])),
        },
      },
    },
  };
}
