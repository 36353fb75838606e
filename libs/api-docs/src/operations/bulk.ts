import { closedObject, integerSchema, type JsonSchema, listOf, stringSchema } from '@almanac/api-versions';
import { envelope, openObject, type Operation, type Operations, type QueryParameter, singleItem } from './operation';
import { formatsOfWrite, includeOf } from './parameters';

/** The schema of the response to a bulk request: how many resources changed, and why others did not. */
const bulkResult = envelope('bulk', {
  type: 'object',
  properties: {
    action: stringSchema,
    meta: closedObject({
      stats: closedObject({ successful: integerSchema, unsuccessful: integerSchema }),
      errors: listOf(openObject({ id: stringSchema, message: stringSchema, context: stringSchema }, 'id', 'message')),
      unsuccessfulData: listOf(closedObject({ id: stringSchema })),
    }),
  },
  required: ['meta'],
  additionalProperties: false,
});

/** The parameter `filter` of a bulk request. @param example a filter with keys of the resource */
export function bulkFilter(example: string): QueryParameter {
  return {
    name: 'filter',
    description: 'The resources to change or delete, in NQL.',
    schema: stringSchema,
    example,
  };
}

/** The parameters that select the posts of a bulk request: a filter, or a list of ids. */
function postSelection(exampleFilter: string): QueryParameter[] {
  return [
    bulkFilter(exampleFilter),
    {
      name: 'ids',
      description:
        'Instead of a filter: at most 100 comma-separated ids. The response has an error for each id whose resource could not be changed or deleted.',
      schema: stringSchema,
    },
  ];
}

/**
 * An operation that changes or deletes many resources.
 * @param body absent for an operation without a body; else the values of `action`, the schema of `meta`, and an example of `bulk`
 */
export function bulkOperation(
  description: Pick<Operation, 'id' | 'tag' | 'summary' | 'description' | 'query'>,
  body?: { actions: readonly string[]; meta: JsonSchema; example: object },
): Operation {
  return {
    ...description,
    ...(body && {
      body: {
        schema: envelope(
          'bulk',
          openObject({ action: { type: 'string', enum: body.actions }, meta: body.meta }, 'action'),
        ),
        example: { bulk: body.example },
      },
    }),
    status: 200,
    response: { schema: bulkResult },
  };
}

/** The schema of `meta` in the body of a bulk request for posts: the arguments of `access`, `addTag`, `removeTag` and `schedule`. */
const postActionMeta = openObject({
  visibility: { type: 'string', enum: ['public', 'members', 'paid', 'tiers'] },
  tags: { ...listOf(openObject({ id: stringSchema, name: stringSchema, slug: stringSchema })), maxItems: 10 },
  published_at: { type: 'string', format: 'date-time' },
});

const postActions = [
  'publish',
  'unpublish',
  'schedule',
  'unschedule',
  'feature',
  'unfeature',
  'access',
  'addTag',
  'removeTag',
];

/** The operations that change or delete many posts or pages, that copy one, and that create and revoke preview links. */
export function bulkPostOperations(name: 'posts' | 'pages', schema: 'Post' | 'Page'): Operations {
  const tag = `${schema}s`;
  return {
    [`PUT ${name}/bulk`]: bulkOperation(
      {
        id: `edit${schema}s`,
        tag,
        summary: `Change at most 500 ${name} at once`,
        description:
          '`access` needs `meta.visibility`. `addTag` and `removeTag` need `meta.tags` (at most 10). `schedule` needs ' +
          '`meta.published_at`. Each resource is changed with the checks of a single edit. The response has an error for ' +
          'each resource that could not be changed; the others are changed. With a filter, resources whose status does ' +
          'not fit the action are skipped; with `ids`, they get an error.',
        query: postSelection('status:draft'),
      },
      { actions: postActions, meta: postActionMeta, example: { action: 'addTag', meta: { tags: [{ name: 'Sea' }] } } },
    ),
    [`DELETE ${name}`]: bulkOperation({
      id: `delete${schema}s`,
      tag,
      summary: `Delete at most 500 ${name} at once`,
      query: postSelection('status:draft+featured:true'),
    }),
    [`DELETE ${name}/bulk`]: bulkOperation({
      id: `deleteSelected${schema}s`,
      tag,
      summary: `Delete at most 500 ${name} at once (the same as \`DELETE /${name}/\`)`,
      query: postSelection('status:draft+featured:true'),
    }),
    [`POST ${name}/:id/copy`]: {
      id: `copy${schema}`,
      tag,
      summary: `Copy a ${schema.toLowerCase()} as a draft`,
      query: [includeOf('tags', 'authors', 'tiers', 'almanac'), formatsOfWrite],
      status: 201,
      response: { schema: singleItem(name, schema) },
    },
    ...previewLinkOperations(name, schema),
  };
}

/** The operations that create and revoke preview links, which show a post or page in any status. */
function previewLinkOperations(name: 'posts' | 'pages', schema: 'Post' | 'Page'): Operations {
  const noun = schema.toLowerCase();
  const link = closedObject({
    url: stringSchema,
    token: stringSchema,
    expires_at: { type: 'string', format: 'date-time' },
  });
  return {
    [`POST ${name}/:id/preview_link`]: {
      id: `create${schema}PreviewLink`,
      tag: `${schema}s`,
      summary: `Create a link that shows a ${noun} in any status for 24 hours`,
      description:
        `The Content API returns the ${noun} at \`${name}/preview/?token=<token>\`, without a content key. A link ` +
        `becomes invalid when it expires, when 20 newer links to the ${noun} exist, when it is revoked, when the ${noun} ` +
        'is deleted, and when the user or integration that created the link is deleted. While this user is suspended or ' +
        'locked, the link does not work.',
      status: 201,
      response: { schema: singleItem('preview_links', link) },
    },
    [`DELETE ${name}/:id/preview_link`]: {
      id: `revoke${schema}PreviewLinks`,
      tag: `${schema}s`,
      summary: `Revoke all preview links of a ${noun}`,
      status: 204,
    },
  };
}
