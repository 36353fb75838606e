import { type ApiVersion, isKnownIn, postDefinition, postMetaDefinition } from '@almanac/resource-fields';
import { readOnlySchemas, ignoredKey, writableSchemas } from '../../inputs/field-inputs';
import type { InputSchema } from '../../inputs/input-schemas';

/** Keys of responses, also of older releases of Ghost, that clients may send back. They have no effect. */
const ignoredKeys = [
  'author',
  'author_id',
  'page',
  'created_by',
  'updated_by',
  'published_by',
  'url',
  'primary_tag',
  'primary_author',
  'excerpt',
  'reading_time',
] as const;

function ignoredSchemas(version: ApiVersion): InputSchema {
  const keys = isKnownIn(version, { since: 'v3' }) ? [...ignoredKeys, 'email'] : ignoredKeys;
  return Object.fromEntries(keys.map((key) => [key, ignoredKey]));
}

/** The schema of a list of references: objects with at least one of the keys, or strings. */
const referencesBy = (properties: InputSchema, ...keys: string[]): InputSchema => ({
  type: 'array',
  items: {
    anyOf: [
      { type: 'object', properties, anyOf: keys.map((key) => ({ required: [key] })) },
      { type: 'string', maxLength: 191 },
    ],
  },
});

/** The schemas of the references in a post or page. Clients see the names of these definitions in the `schemaPath` of error details. */
const referenceDefinitions = (noun: string): InputSchema => ({
  [`${noun}-authors`]: referencesBy(
    {
      id: { type: 'string', maxLength: 24 },
      slug: { type: 'string', maxLength: 191 },
      email: { type: 'string', maxLength: 191 },
      roles: ignoredKey,
      permissions: ignoredKey,
    },
    'id',
    'slug',
    'email',
  ),
  [`${noun}-tags`]: referencesBy(
    {
      id: { type: 'string', maxLength: 24 },
      name: { type: 'string', maxLength: 191 },
      slug: { type: ['string', 'null'], maxLength: 191 },
      parent: ignoredKey,
      parent_id: ignoredKey,
      posts: ignoredKey,
      pages: ignoredKey,
    },
    'id',
    'name',
    'slug',
  ),
});

/**
 * The `updated_at` that the client read. An edit is rejected if the stored `updated_at` is different. Null is valid for a new post, but not
 * for an edit.
 */
const updatedAt: Record<'add' | 'edit', InputSchema> = {
  add: { type: ['string', 'null'], format: 'date-time' },
  edit: { type: 'string', format: 'date-time' },
};

/**
 * The schema of a post or page in a request body of a version.
 * @param resource the id of the schema
 */
export function postSchema(
  resource: 'posts' | 'pages',
  version: ApiVersion,
  action: 'add' | 'edit' = 'edit',
): InputSchema {
  const noun = resource.slice(0, -1);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: resource,
    definitions: {
      ...referenceDefinitions(noun),
      post: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...writableSchemas(postDefinition, version),
          ...writableSchemas(postMetaDefinition, version),
          authors: { $ref: `#/definitions/${noun}-authors` },
          tags: { $ref: `#/definitions/${noun}-tags` },
          ...readOnlySchemas(postDefinition, version),
          ...ignoredSchemas(version),
          updated_at: updatedAt[action],
        },
      },
    },
  };
}

/**
 * The schema of a body with exactly one element under its root key, e.g. `{posts: [{…}]}`.
 * @param resource the root key, and the id of the schema that contains the definition
 * @param definition the name of the definition for the element
 * @param required the keys that the element must have
 */
export function bodySchema(resource: string, definition: string, required: readonly string[]): InputSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    additionalProperties: false,
    properties: {
      [resource]: {
        type: 'array',
        minItems: 1,
        maxItems: 1,
        items: {
          type: 'object',
          allOf: [{ $ref: `${resource}#/definitions/${definition}` }],
          ...(required.length > 0 && { required }),
        },
      },
    },
    required: [resource],
  };
}
