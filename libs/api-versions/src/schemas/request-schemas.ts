import { imageSchema } from '../canary/inputs/image-schemas';
import { labelSchema } from '../canary/inputs/label-schemas';
import { memberSchema } from '../canary/inputs/member-schemas';
import { userFieldsIn } from '../canary/inputs/inputs-without-schema';
import { postSchema } from '../canary/inputs/post-schemas';
import { tagSchema } from '../canary/inputs/tag-schemas';
import { isObject } from '../inputs/envelope';
import {
  booleanSchema,
  type JsonSchema,
  oneOfWords,
  stringOrNullSchema,
  stringSchema,
} from '../serialization/json-schema';
import { readOnlyKeys, unstoredKeys } from '../v5/post-input';
import { type ApiVersion, apiVersions } from '../versions';

/**
 * The OpenAPI schemas of request bodies by name. They are made from the schemas that check the bodies, or come from `uncheckedSchemas` for
 * bodies that no schema checks.
 */
export function requestSchemas(version: ApiVersion): Record<string, JsonSchema> {
  const post = definitionsIn(postSchema('posts', version));
  return {
    PostInput: version === 'v5' ? withGhost5Keys(toOpenApi(post.post)) : toOpenApi(post.post),
    PostAuthors: toOpenApi(post['post-authors']),
    PostTags: toOpenApi(post['post-tags']),
    TagInput: toOpenApi(definitionsIn(tagSchema(version)).tag),
    LabelInput: toOpenApi(definitionsIn(labelSchema(version)).label),
    MemberInput: toOpenApi(definitionsIn(memberSchema(version)).member),
    ImageInput: toOpenApi(definitionsIn(imageSchema).image),
    ...uncheckedSchemas(version),
  };
}

const settingValueSchema: JsonSchema = {
  oneOf: [stringOrNullSchema, booleanSchema, { type: 'number' }, { type: 'array' }, { type: 'object' }],
};

/** The schemas of bodies that no schema checks. */
function uncheckedSchemas(version: ApiVersion): Record<string, JsonSchema> {
  return {
    UserInput: {
      type: 'object',
      properties: {
        ...Object.fromEntries(userFieldsIn(version).map(({ column }) => [column, stringOrNullSchema])),
        roles: { type: 'array', items: {}, description: 'Roles by name, by id, or as objects with one of them.' },
      },
    },
    InviteInput: {
      type: 'object',
      properties: { email: stringSchema, role_id: stringSchema },
      required: ['email', 'role_id'],
    },
    IntegrationInput: {
      type: 'object',
      properties: { name: stringSchema, description: stringOrNullSchema, icon_image: stringOrNullSchema },
    },
    WebhookInput: {
      type: 'object',
      properties: {
        event: stringSchema,
        target_url: stringSchema,
        name: stringOrNullSchema,
        secret: stringOrNullSchema,
        api_version: oneOfWords(...apiVersions),
        integration_id: stringOrNullSchema,
      },
    },
    SettingInput: {
      type: 'object',
      properties: {
        key: stringSchema,
        value: settingValueSchema,
      },
      required: ['key'],
    },
  };
}

/**
 * Adds the keys that v5 accepts without effect or only with an empty value, and the values of `status` and `visibility` that only v5
 * accepts.
 */
function withGhost5Keys(post: JsonSchema): JsonSchema {
  const { status, ...properties } = post.properties ?? {};
  const accepted = Object.fromEntries(
    readOnlyKeys.map((key) => [key, { readOnly: true, description: 'Accepted; it changes nothing.' }]),
  );
  const unstored = Object.fromEntries(
    unstoredKeys.map((key) => [key, { description: 'Accepted when empty; other values are refused.' }]),
  );
  return {
    ...post,
    properties: {
      ...properties,
      status: { ...status, enum: [...(status?.enum ?? []), 'sent'] },
      visibility: {
        ...stringOrNullSchema,
        description: 'Values that select members by tiers or a filter become `paid`.',
      },
      ...accepted,
      ...unstored,
    },
  };
}

function definitionsIn(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return isObject(schema.definitions) ? schema.definitions : {};
}

/** `$ref` values: on the left in the JSON schemas that check request bodies, on the right in OpenAPI documents. */
const openApiReferences: Record<string, string> = {
  '#/definitions/post-authors': '#/components/schemas/PostAuthors',
  '#/definitions/post-tags': '#/components/schemas/PostTags',
};

/** The schema of a key that is in responses, but whose value Almanac does not store. */
const nullOnly: JsonSchema = {
  type: 'null',
  readOnly: true,
  description: 'Only null is accepted, because the value is not stored.',
};

/** Converts a schema that checks bodies to OpenAPI. Keys without an effect become read-only. */
function toOpenApi(schema: unknown): JsonSchema {
  const converted = JSON.stringify(schema, (key, value: unknown) => {
    if (isObject(value) && value.strip === true) {
      if (value.type === 'null') return nullOnly;
      return {
        readOnly: true,
        description: 'Accepted, so that a resource can be sent back as it was read; it changes nothing.',
      };
    }
    if (isObject(value) && Array.isArray(value.anyOf) && isObject(value.properties)) return withoutAnyOf(value);
    if (key === '$ref' && typeof value === 'string') return openApiReferences[value] ?? value;
    return value;
  });
  return parseSchema(converted.replaceAll('"format":"json-string"', '"contentMediaType":"application/json"'));
}

/** Removes the `anyOf` that requires at least one key, because TypeScript types that are generated from it are unreadable. */
function withoutAnyOf({ anyOf: _keys, ...schema }: Readonly<Record<string, unknown>>): object {
  return { ...schema, description: 'One of the keys is enough.' };
}

function parseSchema(json: string): JsonSchema {
  const schema: JsonSchema = JSON.parse(json);
  return schema;
}
