import { postStatuses, postVisibilities } from '@almanac/resource-fields';
import type { InputSchema } from '../../inputs/input-schemas';

const stripped = { strip: true };
const text = (maxLength: number): InputSchema => ({ type: ['string', 'null'], maxLength });
const address = { type: ['string', 'null'], format: 'uri-reference', maxLength: 2000 };

/** What a read returns and nobody may write: it can be sent back, and changes nothing. */
const readOnly = [
  'id',
  'uuid',
  'comment_id',
  'author',
  'author_id',
  'page',
  'created_at',
  'created_by',
  'updated_by',
  'published_by',
  'url',
  'primary_tag',
  'primary_author',
  'excerpt',
  'plaintext',
  'reading_time',
] as const;

/** A post's writable fields, in the order complaints about them come. */
const writable: InputSchema = {
  title: { type: 'string', maxLength: 2000 },
  slug: { type: 'string', maxLength: 191 },
  mobiledoc: { type: ['string', 'null'], format: 'json-string', maxLength: 1_000_000_000 },
  html: text(1_000_000_000),
  feature_image: address,
  featured: { type: 'boolean' },
  status: { type: 'string', enum: postStatuses },
  locale: text(6),
  visibility: { type: ['string', 'null'], enum: postVisibilities },
  meta_title: text(300),
  meta_description: text(500),
  updated_at: { type: ['string', 'null'], format: 'date-time' },
  published_at: { type: ['string', 'null'], format: 'date-time' },
  custom_excerpt: text(300),
  codeinjection_head: text(65_535),
  codeinjection_foot: text(65_535),
  og_image: address,
  og_title: text(300),
  og_description: text(500),
  twitter_image: address,
  twitter_title: text(300),
  twitter_description: text(500),
  custom_template: text(100),
  canonical_url: address,
};

/** What came after v2. */
const sinceV3: InputSchema = {
  unpublish_at: { type: ['string', 'null'], format: 'date-time' },
  email_subject: text(300),
  send_email_when_published: { type: 'boolean' },
  email: stripped,
};

const reference = (properties: InputSchema, ...keys: string[]): InputSchema => ({
  type: 'array',
  items: {
    anyOf: [
      { type: 'object', properties, anyOf: keys.map((key) => ({ required: [key] })) },
      { type: 'string', maxLength: 191 },
    ],
  },
});

const definitionsOf = (noun: string): InputSchema => ({
  [`${noun}-authors`]: reference(
    {
      id: { type: 'string', maxLength: 24 },
      slug: { type: 'string', maxLength: 191 },
      email: { type: 'string', maxLength: 191 },
      roles: stripped,
      permissions: stripped,
    },
    'id',
    'slug',
    'email',
  ),
  [`${noun}-tags`]: reference(
    {
      id: { type: 'string', maxLength: 24 },
      name: { type: 'string', maxLength: 191 },
      slug: { type: ['string', 'null'], maxLength: 191 },
      parent: stripped,
      parent_id: stripped,
      posts: stripped,
      pages: stripped,
    },
    'id',
    'name',
    'slug',
  ),
});

/** Who may send the newer fields. */
export type PostGeneration = 'canary' | 'v2';

/** A new post may say null for the state it edits; a change may not, or nobody would notice what it overwrites. */
const changed: InputSchema = { updated_at: { type: 'string', format: 'date-time' } };

/**
 * The definition of a post or page that add and edit refer to.
 * @param resource `posts` or `pages`: the schema's id
 */
export function postDefinition(
  resource: 'posts' | 'pages',
  generation: PostGeneration,
  verb: 'add' | 'edit' = 'edit',
): InputSchema {
  const noun = resource.slice(0, -1);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: resource,
    definitions: {
      ...definitionsOf(noun),
      post: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...writable,
          ...(verb === 'edit' && changed),
          authors: { $ref: `#/definitions/${noun}-authors` },
          tags: { $ref: `#/definitions/${noun}-tags` },
          ...(generation === 'canary' && sinceV3),
          ...Object.fromEntries(readOnly.map((name) => [name, stripped])),
        },
      },
    },
  };
}

/** A body `{posts: [one]}`. */
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
