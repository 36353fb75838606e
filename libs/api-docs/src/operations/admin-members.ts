import { closedObject, integerSchema, type JsonSchema, listOf, reference, stringSchema } from '@almanac/api-versions';
import { type AdminResource, operationsOf } from './admin-resources';
import { bulkFilter, bulkOperation } from './bulk';
import { parameter } from './parameters';
import { envelope, openObject, type Operation, type Operations, type QueryParameter, singleItem } from './operation';

const members: AdminResource = {
  name: 'members',
  noun: 'a member',
  schema: 'Member',
  tag: 'Members',
  exampleFilter: "created_at:>'2020-01-01'",
  exampleOrder: 'created_at desc',
  // In v5, a response has these keys only if `include` names them, like relations.
  relations: ['uuid', 'tiers', 'attribution', 'unsubscribe_url'],
  listQuery: [parameter('search', 'A part of the name or the e-mail address.')],
  add: { required: ['email'], example: { email: 'reader@example.com', name: 'Rosa Reader', note: 'Met at the pier.' } },
  edit: { required: [], example: { name: 'Rosa R. Reader' } },
};

const labels: AdminResource = {
  name: 'labels',
  noun: 'a label of members',
  schema: 'Label',
  tag: 'Members',
  slug: 'patrons',
  relations: ['count.members'],
  exampleFilter: "name:'Patrons'",
  exampleOrder: 'name asc',
  add: { required: ['name'], example: { name: 'Friends of the pier' } },
  edit: { required: [], example: { name: 'Patrons of the pier' } },
};

const importLabel: JsonSchema = {
  oneOf: [
    closedObject({
      id: stringSchema,
      name: stringSchema,
      slug: stringSchema,
      created_at: { type: 'string', format: 'date-time' },
      updated_at: { type: ['string', 'null'], format: 'date-time' },
    }),
    { type: 'null' },
  ],
  description: 'The label of all members that this import added; null when no member was new.',
};

const columnsLeftOut: JsonSchema = {
  ...listOf(closedObject({ column: stringSchema, values: { type: 'integer' } })),
  description:
    'Of the first 100 columns that were not imported, e.g. `stripe_customer_id`, those that have values, each with the number of its values.',
};

const csvStats = openObject(
  {
    stats: closedObject({
      imported: { type: 'integer' },
      duplicates: { type: 'integer' },
      invalid: { type: 'integer' },
    }),
    invalid: {
      ...listOf(closedObject({ line: { type: 'integer' }, reason: stringSchema })),
      description:
        'The first 10,000 invalid rows, with the reason. Duplicates are not listed. A file without a column of addresses has one entry.',
    },
    import_label: importLabel,
    columns_left_out: columnsLeftOut,
  },
  'stats',
);

const uploadStats = closedObject({
  originalImportSize: { type: 'integer', description: 'The number of rows of the file.' },
  stats: closedObject({
    imported: { type: 'integer' },
    duplicates: { type: 'integer' },
    invalid: {
      ...listOf(closedObject({ line: { type: 'integer' }, error: stringSchema })),
      description:
        'The first 10,000 invalid rows, with the reason. Duplicates are not listed. A file without a column of addresses has one entry.',
    },
  }),
  import_label: importLabel,
  columns_left_out: columnsLeftOut,
});

/** The parameters that select the members of a bulk request. */
function memberSelection(exampleFilter: string): QueryParameter[] {
  return [
    bulkFilter(exampleFilter),
    parameter('search', 'Only members whose name or e-mail address contains this text.'),
    parameter('all', '`true`, instead of a filter, selects every member.'),
  ];
}

const memberOperations: Operations = {
  ...operationsOf(members, 'list', 'read', 'add', 'edit', 'delete'),
  ...operationsOf(labels, 'list', 'read', 'readBySlug', 'add', 'edit', 'delete'),
  'DELETE members/:id/suppression': {
    id: 'clearMemberSuppression',
    tag: 'Members',
    summary: 'Allow newsletters again to a member whose address failed',
    status: 204,
  },
  'GET members/csv': {
    id: 'exportMembers',
    tag: 'Members',
    summary: 'Export members as CSV',
    description:
      'The file contains all members, or as many as `limit` allows. A request with `filter` or `search` gets 422.',
    query: [parameter('limit', 'Maximum number of members: at most 1,000. All members by default.', '100')],
    status: 200,
    response: { schema: stringSchema, type: 'text/csv' },
  },
  'POST members/csv': {
    id: 'importMembers',
    tag: 'Members',
    summary: 'Import members from CSV',
    description:
      'The file needs a column for `email`. Further columns are `name`, `note`, `subscribed_to_emails`, `complimentary_plan`, ' +
      '`created_at` and `labels` (comma-separated names in one cell). The columns are found by their header, unless a parameter ' +
      'names them. With an empty parameter, the value is not imported. Valid rows are imported even if other rows are invalid. ' +
      'From v5 on, the new members get a label with the time of the import: `import_label` of the response.',
    query: ['email', 'name', 'note', 'subscribed_to_emails', 'complimentary_plan', 'created_at', 'labels'].map(
      (value) => parameter(`${value}_column`, `The title of the column with \`${value}\`.`),
    ),
    body: {
      type: 'multipart/form-data',
      schema: openObject({ membersfile: { type: 'string', format: 'binary' } }, 'membersfile'),
    },
    status: 201,
    response: { schema: envelope('meta', csvStats) },
  },
  'GET members/upload': {
    id: 'downloadMembers',
    tag: 'Members',
    summary: 'Export members as CSV (path of Ghost 5)',
    status: 200,
    response: { schema: stringSchema, type: 'text/csv' },
  },
  'POST members/upload': {
    id: 'uploadMembers',
    tag: 'Members',
    summary: 'Import members from CSV (path and form of Ghost 5)',
    description:
      'Fields `mapping[<title>]` name what the columns contain: `email`, `name`, `note`, `subscribed_to_emails`, ' +
      '`complimentary_plan`, `created_at` or `labels`. If the form has such a field, columns without one are not imported. Each ' +
      'field `labels` names a label for all new members, beside `import_label` with the time of the import. Members that exist ' +
      'stay unchanged, and count as duplicates.',
    body: {
      type: 'multipart/form-data',
      schema: openObject(
        // `mapping[Mail]` is an example of `mapping[<title>]`: OpenAPI cannot describe all such fields.
        { membersfile: { type: 'string', format: 'binary' }, labels: stringSchema, 'mapping[Mail]': stringSchema },
        'membersfile',
      ),
    },
    status: 201,
    response: { schema: envelope('meta', uploadStats) },
  },
};

/**
 * An operation whose response is `{resource, data: [<item>…]}`.
 * @param moreKeys further keys of the response
 */
const statisticsOperation = (
  id: string,
  summary: string,
  item: JsonSchema,
  moreKeys: Record<string, JsonSchema> = {},
): Operation => ({
  id,
  tag: 'Members',
  summary,
  status: 200,
  response: { schema: closedObject({ resource: stringSchema, ...moreKeys, data: listOf(item) }) },
});

const furtherMemberOperations: Operations = {
  'GET members/stats/count': statisticsOperation(
    'countMembers',
    'Count members by day, for today and the 90 days before',
    closedObject({ date: stringSchema, free: integerSchema, paid: integerSchema, comped: integerSchema }),
    { total: integerSchema },
  ),
  'GET members/stats/mrr': statisticsOperation(
    'readRevenue',
    'Read the monthly recurring revenue by currency, in the smallest unit of the currency',
    closedObject({ currency: stringSchema, data: listOf(closedObject({ date: stringSchema, value: integerSchema })) }),
  ),
  'GET members/stats/subscriptions': statisticsOperation(
    'countSubscriptions',
    'Count subscriptions by status',
    closedObject({ status: stringSchema, count: integerSchema }),
  ),
  'GET members/events': {
    id: 'listMemberEvents',
    tag: 'Members',
    summary: 'List the actions of members; always empty, because no history is stored',
    status: 200,
    response: { schema: closedObject({ events: listOf({ type: 'object' }), meta: reference('Meta') }) },
  },
  'GET members/:id/signin_urls': {
    id: 'createSignInUrl',
    tag: 'Members',
    summary: 'Create a link that signs the member in once, within ten minutes',
    status: 200,
    response: {
      schema: singleItem('member_signin_urls', closedObject({ member_id: stringSchema, url: stringSchema })),
    },
  },
  'PUT members/bulk': bulkOperation(
    {
      id: 'editMembers',
      tag: 'Members',
      summary: 'Change at most 1,000 members at once',
      description: '`addLabel` and `removeLabel` need `meta.label`.',
      query: memberSelection('status:free'),
    },
    {
      actions: ['addLabel', 'removeLabel', 'unsubscribe'],
      meta: openObject({ label: openObject({ id: stringSchema, name: stringSchema }) }),
      example: { action: 'addLabel', meta: { label: { name: 'Pier' } } },
    },
  ),
  'DELETE members': bulkOperation({
    id: 'deleteMembers',
    tag: 'Members',
    summary: 'Delete at most 1,000 members at once',
    query: memberSelection("email:'gone@example.com'"),
  }),
};

/** Operations for members and their labels, and for reports about members. */
export const adminMembers: Operations = { ...memberOperations, ...furtherMemberOperations };
