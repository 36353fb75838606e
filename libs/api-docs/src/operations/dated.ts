import {
  booleanSchema,
  closedObject,
  instantOrNullSchema,
  instantSchema,
  integerSchema,
  type JsonSchema,
  listOf,
  stringSchema,
} from '@almanac/api-versions';
import { type Operations, type QueryParameter } from './operation';
import { parameter } from './parameters';

const enumOf = (...values: string[]): JsonSchema => ({ type: 'string', enum: values });

const item = closedObject({
  id: stringSchema,
  type: enumOf('post', 'page'),
  event: enumOf('published', 'scheduled', 'unpublishing', 'email'),
  at: instantSchema,
  title: stringSchema,
  status: enumOf('published', 'draft', 'scheduled'),
  slug: stringSchema,
  visibility: enumOf('public', 'members', 'paid'),
  email_status: {
    type: ['string', 'null'],
    enum: ['pending', 'submitting', 'submitted', 'paused', 'cancelled', 'failed', null],
    description: 'How far a newsletter is sent. Null for other events, and before the post is published.',
  },
  authors: listOf(closedObject({ id: stringSchema, name: stringSchema })),
  tags: listOf(closedObject({ id: stringSchema, name: stringSchema, slug: stringSchema })),
  updated_at: instantOrNullSchema,
});

const isCompleteSchema: JsonSchema = { ...booleanSchema, description: '`false` if there are more items than `limit`.' };

const filterAndLimit: readonly QueryParameter[] = [
  parameter('filter', 'A filter of posts in NQL. It can also contain `type`.', 'author:mara+type:post'),
  {
    name: 'limit',
    description: 'Maximum number of items: 1,000 by default. Higher numbers count as 1,000.',
    schema: { type: 'integer', minimum: 1 },
    example: 500,
  },
];

const rangeBound = (name: 'from' | 'to', description: string, example: string): QueryParameter => ({
  name,
  description,
  schema: instantSchema,
  example,
  isRequired: true,
});

/** The operations that list posts and pages by their dates. */
export const datedOperations: Operations = {
  'GET dated': {
    id: 'listDated',
    tag: 'Schedules',
    summary: 'List the dates of posts and pages in a time range',
    description:
      'A post is listed once for each date: `published`, `scheduled` (to be published), `unpublishing` (to be unpublished) and ' +
      '`email` (the newsletter, at the time of the publication that sends it). The earliest date is first.',
    query: [
      rangeBound('from', 'The start of the time range.', '2026-03-01T00:00:00Z'),
      rangeBound(
        'to',
        'The end of the time range, excluded; at most 400 days after the start.',
        '2026-04-01T00:00:00Z',
      ),
      ...filterAndLimit,
    ],
    status: 200,
    response: {
      schema: closedObject({
        dated: listOf(item),
        meta: closedObject({
          from: instantSchema,
          to: instantSchema,
          limit: integerSchema,
          is_complete: isCompleteSchema,
        }),
      }),
    },
  },
  'GET dated/overdue': {
    id: 'listOverdue',
    tag: 'Schedules',
    summary:
      'List posts and pages whose publication or unpublication was due more than ten seconds ago and has not happened',
    query: filterAndLimit,
    status: 200,
    response: {
      schema: closedObject({
        dated: listOf(item),
        meta: closedObject({ limit: integerSchema, is_complete: isCompleteSchema }),
      }),
    },
  },
};
