import { closedObject, listOf, reference, stringSchema } from '@almanac/api-versions';
import { type AdminResource, operationsOf } from './admin-resources';
import { importResult, importState } from './import-report';
import { envelope, openObject, type Operation, type Operations, pageOf, singleItem } from './operation';
import { healthOperations } from './health';
import { fields, parameter, includeOf, listParameters } from './parameters';

const integrations: AdminResource = {
  name: 'integrations',
  noun: 'an integration',
  schema: 'Integration',
  tag: 'Integrations',
  relations: ['api_keys', 'webhooks'],
  writesWithInclude: ['edit'],
  exampleFilter: 'type:custom',
  exampleOrder: 'name asc',
  add: { required: ['name'], example: { name: 'Front end', description: 'The site on the web.' } },
  edit: { required: [], example: { name: 'Front end 2' } },
};

const webhooks: AdminResource = {
  name: 'webhooks',
  noun: 'a webhook',
  schema: 'Webhook',
  tag: 'Webhooks',
  exampleFilter: 'status:available',
  exampleOrder: 'created_at desc',
  add: {
    required: ['event', 'target_url'],
    example: {
      event: 'post.published',
      target_url: 'https://example.com/almanac',
      secret: 'at least sixteen characters',
    },
  },
  edit: { required: [], example: { target_url: 'https://example.com/almanac/v2' } },
};

const deliveryExamples = { exampleFilter: 'status:delivered', exampleOrder: 'created_at desc' };
/** An operation whose response is one webhook delivery. */
const deliveryOperation = (id: string, summary: string): Omit<Operation, 'status'> => ({
  id,
  tag: 'Webhooks',
  summary,
  response: { schema: singleItem('deliveries', 'WebhookDelivery') },
});

const integrationOperations: Operations = {
  ...operationsOf(integrations, 'list', 'read', 'add', 'edit', 'delete'),
  'POST integrations/:id/api_key/:keyId/refresh': {
    id: 'refreshApiKey',
    tag: 'Integrations',
    summary: 'Replace the secret of a key',
    description: 'The old secret becomes invalid.',
    status: 200,
    response: { schema: singleItem('integrations', 'Integration') },
  },
  ...operationsOf(webhooks, 'list', 'add', 'edit', 'delete'),
  'GET webhooks/:id/deliveries': {
    id: 'listWebhookDeliveries',
    tag: 'Webhooks',
    summary: 'List the deliveries of a webhook with their attempts, without headers and bodies',
    query: listParameters(deliveryExamples),
    status: 200,
    response: { schema: pageOf('deliveries', 'WebhookDelivery') },
  },
  'GET webhooks/:id/deliveries/:deliveryId': {
    ...deliveryOperation('readWebhookDelivery', 'Read a delivery with the headers and bodies of its attempts'),
    status: 200,
  },
  'POST webhooks/:id/test': {
    ...deliveryOperation('testWebhook', 'Send a sample of the event to the target, once'),
    status: 202,
  },
  'POST webhooks/:id/deliveries/:deliveryId/replay': {
    ...deliveryOperation('replayWebhookDelivery', 'Send a delivery again'),
    status: 202,
  },
  'POST webhooks/:id/replay': {
    id: 'replayWebhook',
    tag: 'Webhooks',
    summary: 'Send the events of a time range again',
    body: {
      schema: singleItem(
        'replay',
        openObject(
          {
            from: { ...stringSchema, format: 'date-time' },
            to: { ...stringSchema, format: 'date-time', description: 'Default: now.' },
          },
          'from',
        ),
      ),
      example: { replay: [{ from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' }] },
    },
    status: 202,
    response: { schema: envelope('meta', closedObject({ stats: closedObject({ replayed: { type: 'integer' } }) })) },
  },
};

const settingsResponse = { schema: closedObject({ settings: listOf(reference('Setting')), meta: { type: 'object' } }) };
const actionsResponse = { schema: pageOf('actions', 'Action') };
/** The schema of a parameter with the values `true` and `false`. */
const SWITCH = { type: 'string', enum: ['true', 'false'] } as const;

const importAndExport: Operations = {
  'GET db': {
    id: 'exportSite',
    tag: 'Import and export',
    summary: 'Export the site as JSON',
    query: [parameter('password_hashes', '`true` adds the password hashes of staff; owner only.', 'false', SWITCH)],
    status: 200,
    response: { schema: envelope('db', listOf({ type: 'object' })) },
  },
  'POST db': {
    id: 'importSite',
    tag: 'Import and export',
    summary: 'Import an export of Almanac or of any version of Ghost',
    description:
      'The file is JSON or a zip. A zip contains a JSON file; or uploaded files, in content/images, content/media and content/files; or ' +
      'both. With the header `Prefer: respond-async` the response is 202 with the state of the import, and `Location` is the path to poll.',
    query: [
      parameter(
        'keep_staff_access',
        '`true` also imports the roles, statuses and password hashes of staff; owner only.',
        'false',
        SWITCH,
      ),
      parameter(
        'site_url',
        'The URL of the site that wrote the file. URLs in content, images and settings that begin with it become relative.',
        'https://old.example.com',
      ),
    ],
    body: {
      type: 'multipart/form-data',
      schema: openObject({ importfile: { type: 'string', format: 'binary' } }, 'importfile'),
    },
    status: 200,
    response: { schema: importResult },
    accepted: { schema: singleItem('imports', importState) },
  },
  'GET db/imports/:id': {
    id: 'readImport',
    tag: 'Import and export',
    summary: 'Read the progress or the result of an import that was requested with `Prefer: respond-async`',
    status: 200,
    response: { schema: singleItem('imports', importState) },
  },
  'DELETE db': {
    id: 'deleteAllContent',
    tag: 'Import and export',
    summary: 'Delete all posts, pages and tags',
    status: 204,
  },
  'POST db/backup': {
    id: 'backUpSite',
    tag: 'Import and export',
    summary: 'Store an export beside the uploaded files, in a folder that is not served',
    status: 200,
    response: { schema: envelope('db', listOf(closedObject({ filename: stringSchema }))) },
  },
};

/** Operations for integrations, webhooks, settings, import and export, the audit log, and the state of the installation. */
export const adminSite: Operations = {
  ...integrationOperations,
  'GET settings': {
    id: 'listSettings',
    tag: 'Settings',
    summary: 'List settings',
    query: [parameter('type', 'Comma-separated groups of settings.', 'blog,theme')],
    status: 200,
    response: settingsResponse,
  },
  'GET settings/:key': {
    id: 'readSetting',
    tag: 'Settings',
    summary: 'Read a setting',
    pathExamples: { key: 'title' },
    status: 200,
    response: settingsResponse,
  },
  'PUT settings': {
    id: 'editSettings',
    tag: 'Settings',
    summary: 'Edit settings',
    body: {
      schema: envelope('settings', listOf(reference('SettingInput'))),
      example: { settings: [{ key: 'description', value: 'Tides, walks and the town.' }] },
    },
    status: 200,
    response: settingsResponse,
  },
  ...importAndExport,
  'GET actions': {
    id: 'listActions',
    tag: 'Audit log',
    summary: 'List the changes that staff and integrations made',
    query: [
      ...listParameters({ exampleFilter: 'resource_type:post', exampleOrder: 'created_at desc' }),
      fields,
      includeOf('actor', 'resource'),
    ],
    status: 200,
    response: actionsResponse,
  },
  'GET actions/:type/:id': {
    id: 'listActionsOf',
    tag: 'Audit log',
    summary: 'List the changes of one resource, or by one user or integration',
    query: listParameters({ exampleFilter: 'event:edited', exampleOrder: 'created_at desc' }),
    pathExamples: { type: 'resource' },
    status: 200,
    response: actionsResponse,
  },
  ...healthOperations,
  'GET site': {
    id: 'readSite',
    tag: 'Installation',
    summary: 'Read title and address of the site',
    isPublic: true,
    status: 200,
    response: { schema: envelope('site', reference('Site')) },
  },
  'GET config': {
    id: 'readConfig',
    tag: 'Installation',
    summary: 'Read the configuration that a client for staff needs',
    status: 200,
    response: { schema: envelope('config', reference('Config')) },
  },
  'GET notifications': {
    id: 'listNotifications',
    tag: 'Installation',
    summary: 'List notifications; always empty, for clients of Ghost',
    status: 200,
    response: { schema: envelope('notifications', listOf({ type: 'object' })) },
  },
  'DELETE notifications/:id': {
    id: 'dismissNotification',
    tag: 'Installation',
    summary: 'Dismiss a notification; always succeeds, for clients of Ghost',
    status: 204,
  },
  'GET themes': {
    id: 'listThemes',
    tag: 'Installation',
    summary: 'List themes; always empty, for clients of Ghost',
    status: 200,
    response: { schema: envelope('themes', listOf({ type: 'object' })) },
  },
  'POST mail/test': {
    id: 'sendTestMail',
    tag: 'Installation',
    summary: 'Send a test mail to the caller',
    status: 200,
    response: { schema: envelope('message', stringSchema) },
  },
};
