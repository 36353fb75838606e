import { flag, type JsonSchema, listOf, reference, text } from '@almanac/api-versions';
import { oneOf, type Operation, type Operations, pageOf, under } from './operation';
import { browsing, browsingPosts, fields, formats, include } from './parameters';

interface Resource {
  /** The plural: path and root key. */
  name: string;
  schema: string;
  input?: string;
  isText?: boolean;
}

type Verb = 'browse' | 'read' | 'readBySlug' | 'add' | 'edit' | 'destroy';

function reading({ name, schema, isText }: Resource, by: string): Operation {
  return {
    summary: `Read one of the ${name} by its ${by}`,
    query: [fields, include, ...(isText ? [formats] : [])],
    status: 200,
    answer: oneOf(name, schema),
  };
}

function writing({ name, schema, input = schema }: Resource, summary: string, status: number): Operation {
  return { summary, query: [include], body: oneOf(name, input), status, answer: oneOf(name, schema) };
}

const makers: Record<Verb, (resource: Resource) => [string, Operation]> = {
  browse: (resource) => [
    `GET ${resource.name}`,
    {
      summary: `List ${resource.name}`,
      query: resource.isText ? browsingPosts : browsing,
      status: 200,
      answer: pageOf(resource.name, resource.schema),
    },
  ],
  read: (resource) => [`GET ${resource.name}/:id`, reading(resource, 'id')],
  readBySlug: (resource) => [`GET ${resource.name}/slug/:slug`, reading(resource, 'slug')],
  add: (resource) => [`POST ${resource.name}`, writing(resource, `Add one to the ${resource.name}`, 201)],
  edit: (resource) => [`PUT ${resource.name}/:id`, writing(resource, `Edit one of the ${resource.name}`, 200)],
  destroy: ({ name }) => [`DELETE ${name}/:id`, { summary: `Delete one of the ${name}`, status: 204 }],
};

function operations(resource: Resource, ...verbs: Verb[]): Operations {
  return Object.fromEntries(verbs.map((verb) => makers[verb](resource)));
}

const all: Verb[] = ['browse', 'read', 'readBySlug', 'add', 'edit', 'destroy'];
const posts: Resource = { name: 'posts', schema: 'Post', input: 'PostInput', isText: true };
const pages: Resource = { name: 'pages', schema: 'Page', input: 'PostInput', isText: true };
const users: Resource = { name: 'users', schema: 'User', input: 'UserInput' };
const members: Resource = { name: 'members', schema: 'Member', input: 'MemberInput' };
const integrations: Resource = { name: 'integrations', schema: 'Integration', input: 'IntegrationInput' };
const webhooks: Resource = { name: 'webhooks', schema: 'Webhook', input: 'WebhookInput' };

const listed = (name: string, schema: string): JsonSchema => under(name, listOf(reference(schema)));
const settings: JsonSchema = {
  type: 'object',
  properties: { settings: listOf(reference('Setting')), meta: { type: 'object' } },
  required: ['settings', 'meta'],
  additionalProperties: false,
};
const csvFile: JsonSchema = {
  type: 'object',
  properties: { membersfile: { type: 'string', format: 'binary' } },
  required: ['membersfile'],
};

const staff: Operations = {
  ...operations(users, 'browse', 'read', 'readBySlug', 'edit', 'destroy'),
  'GET users/email/:email': reading(users, 'e-mail'),
  'PUT users/password': {
    summary: 'Change a password',
    body: oneOf('password', {
      type: 'object',
      properties: { newPassword: text, ne2Password: text, oldPassword: text, user_id: text },
    }),
    status: 200,
    answer: oneOf('password', under('message', text)),
  },
  'PUT users/owner': {
    summary: 'Hand the ownership over',
    body: oneOf('owner', under('id', text)),
    status: 200,
    answer: under('users', listOf(reference('SessionUser'))),
  },
  'GET roles': {
    summary: 'List roles',
    query: [{ name: 'permissions', description: '`assign`: those the caller may give.', schema: text }],
    status: 200,
    answer: listed('roles', 'Role'),
  },
  ...operations({ name: 'invites', schema: 'Invite', input: 'InviteInput' }, 'browse', 'read', 'add', 'destroy'),
};

const readers: Operations = {
  ...operations(members, 'browse', 'read', 'add', 'edit', 'destroy'),
  'GET members/csv': { summary: 'Export members', status: 200, answer: text, answerType: 'text/csv' },
  'POST members/csv': {
    summary: 'Import members',
    body: csvFile,
    bodyType: 'multipart/form-data',
    status: 201,
    answer: under('meta', { type: 'object' }),
  },
};

const replayed: Operation = {
  summary: 'Send again what was sent, or failed',
  body: { type: 'object', properties: { from: text, to: text } },
  status: 202,
  answer: { type: 'object' },
};

const programs: Operations = {
  ...operations(integrations, 'browse', 'read', 'add', 'edit', 'destroy'),
  'POST integrations/:id/api_key/:keyId/refresh': {
    summary: 'Replace a key by a new one',
    status: 200,
    answer: oneOf('integrations', 'Integration'),
  },
  ...operations(webhooks, 'add', 'edit', 'destroy'),
  'GET webhooks': { summary: 'List webhooks', query: browsing, status: 200, answer: pageOf('webhooks', 'Webhook') },
  'GET webhooks/:id/deliveries': {
    summary: 'What was sent to a webhook, and how that went',
    query: browsing,
    status: 200,
    answer: pageOf('deliveries', 'WebhookDelivery'),
  },
  'GET webhooks/:id/deliveries/:deliveryId': {
    summary: 'One delivery with the headers and body of each attempt',
    status: 200,
    answer: oneOf('deliveries', 'WebhookDelivery'),
  },
  'POST webhooks/:id/test': {
    summary: 'Send a sample of the event to the target once',
    status: 202,
    answer: oneOf('deliveries', 'WebhookDelivery'),
  },
  'POST webhooks/:id/deliveries/:deliveryId/replay': { ...replayed, body: undefined },
  'POST webhooks/:id/replay': replayed,
};

const actions = pageOf('actions', 'Action');

/** The resources with the usual verbs, and what they have beyond them. */
export const adminResources: Operations = {
  ...operations(posts, ...all),
  ...operations(pages, ...all),
  ...operations({ name: 'tags', schema: 'Tag', input: 'TagInput' }, ...all),
  'GET schedules': {
    summary: 'All scheduled posts and pages',
    status: 200,
    answer: {
      type: 'object',
      properties: { posts: listOf(reference('Post')), pages: listOf(reference('Page')), meta: { type: 'object' } },
    },
  },
  'PUT schedules/:resource/:id': {
    summary: 'Publish what is due; for the scheduler alone',
    query: [{ name: 'token', description: "A token of the scheduler's key.", schema: text }],
    body: { type: 'object', properties: { force: flag } },
    status: 200,
    answer: {
      oneOf: [oneOf('posts', 'Post'), oneOf('pages', 'Page')],
    },
  },
  ...staff,
  ...readers,
  ...programs,
  'GET settings': {
    summary: 'List settings',
    query: [{ name: 'type', description: 'Comma-separated groups, e.g. `blog,theme`.', schema: text }],
    status: 200,
    answer: settings,
  },
  'GET settings/:key': { summary: 'Read a setting', status: 200, answer: settings },
  'PUT settings': {
    summary: 'Edit settings',
    body: under('settings', listOf(reference('SettingInput'))),
    status: 200,
    answer: settings,
  },
  'GET actions': { summary: 'Who did what', query: browsing, status: 200, answer: actions },
  'GET actions/:type/:id': { summary: 'Who did what to a thing, or what somebody did', status: 200, answer: actions },
};
