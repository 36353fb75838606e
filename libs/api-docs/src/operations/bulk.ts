import { listOf, text, type JsonSchema } from '@almanac/api-versions';
import { closed, object, oneOf, type Operation, type Operations, type QueryParameter, under } from './operation';

const count: JsonSchema = { type: 'integer' };

/** The response to a bulk request: how many resources changed, and why others did not. */
const bulkResult = under('bulk', {
  type: 'object',
  properties: {
    action: text,
    meta: closed({
      stats: closed({ successful: count, unsuccessful: count }),
      errors: listOf(object({ id: text, message: text, context: text }, 'id', 'message')),
      unsuccessfulData: listOf(closed({ id: text })),
    }),
  },
  required: ['meta'],
  additionalProperties: false,
});

/** @param example a filter that the resource knows */
export function bulkFilter(example: string): QueryParameter {
  return {
    name: 'filter',
    description: 'The resources to change, in NQL.',
    schema: text,
    example,
    isRequired: true,
  };
}

/** An operation that changes many resources. */
export function bulkOperation(
  description: Pick<Operation, 'id' | 'tag' | 'summary' | 'description' | 'query'>,
  body?: { actions: readonly string[]; example: object },
): Operation {
  return {
    ...description,
    ...(body && {
      body: {
        schema: under(
          'bulk',
          object({ action: { type: 'string', enum: body.actions }, meta: { type: 'object' } }, 'action'),
        ),
        example: { bulk: body.example },
      },
    }),
    status: 200,
    response: { schema: bulkResult },
  };
}

const actions = ['publish', 'unpublish', 'schedule', 'unschedule', 'feature', 'unfeature', 'access', 'addTag'];

/** The bulk operations and the copy of posts or pages. */
export function bulkOfPosts(name: 'posts' | 'pages', schema: 'Post' | 'Page'): Operations {
  const tag = `${schema}s`;
  return {
    [`PUT ${name}/bulk`]: bulkOperation(
      {
        id: `edit${schema}s`,
        tag,
        summary: `Change at most 500 ${name} at once`,
        description:
          '`access` needs `meta.visibility`, `addTag` `meta.tags` (at most 10), and `schedule` `meta.published_at`. Each resource ' +
          'changes by the rules of an edit; one that may not change is reported and does not affect the others.',
        query: [bulkFilter('status:draft')],
      },
      { actions, example: { action: 'addTag', meta: { tags: [{ name: 'Sea' }] } } },
    ),
    [`DELETE ${name}/bulk`]: bulkOperation({
      id: `delete${schema}s`,
      tag,
      summary: `Delete at most 500 ${name} at once`,
      query: [bulkFilter('status:draft+featured:true')],
    }),
    [`POST ${name}/:id/copy`]: {
      id: `copy${schema}`,
      tag,
      summary: `Copy a ${schema.toLowerCase()} as a draft`,
      status: 201,
      response: { schema: oneOf(name, schema) },
    },
  };
}
