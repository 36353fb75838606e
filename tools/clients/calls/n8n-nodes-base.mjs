import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const packageName = 'n8n-nodes-base';

const MOBILEDOC = JSON.stringify({
  version: '0.3.1',
  markups: [],
  atoms: [],
  cards: [],
  sections: [[1, 'p', [[0, [], 0, 'Ebb']]]],
});
const LEXICAL =
  '{"root":{"children":[{"children":[{"detail":0,"format":0,"mode":"normal","style":"","text":"Ebb","type":"extended-text","version":1}],"direction":"ltr","format":"","indent":0,"type":"paragraph","version":1}],"direction":"ltr","format":"","indent":0,"type":"root","version":1}}';

/** Writes a module `n8n-workflow` with the exports that the Ghost node of n8n imports. The real package has hundreds of dependencies. */
function writeWorkflowModule(folder) {
  const target = join(folder, 'node_modules/n8n-workflow');
  mkdirSync(target, { recursive: true });
  writeFileSync(
    join(target, 'index.js'),
    `class NodeOperationError extends Error { constructor(node, message) { super(message); } }
module.exports = { NodeConnectionTypes: { Main: 'main' }, NodeOperationError };`,
  );
}

/**
 * The functions of n8n that the Ghost node calls. As in n8n, the credential class signs requests.
 * @param parameters the input of the node
 */
function runtime({ site, require }, parameters) {
  const { GhostAdminApi } = require(`${packageName}/dist/credentials/GhostAdminApi.credentials.js`);
  const { GhostContentApi } = require(`${packageName}/dist/credentials/GhostContentApi.credentials.js`);
  const credentials = {
    ghostAdminApi: { url: site.url, apiKey: site.adminKey },
    ghostContentApi: { url: site.url, apiKey: site.contentKey },
  };
  const types = { ghostAdminApi: new GhostAdminApi(), ghostContentApi: new GhostContentApi() };
  return {
    getInputData: () => [{ json: {} }],
    getTimezone: () => 'Europe/Lisbon',
    getNode: () => ({ name: 'Ghost' }),
    continueOnFail: () => false,
    getNodeParameter: (name) => structuredClone(parameters[name]),
    getCredentials: async (type) => credentials[type],
    helpers: {
      returnJsonArray: (data) => [data].flat().map((item) => (item?.json ? item : { json: item })),
      constructExecutionMetaData: (data) => data,
      async requestWithAuthentication(type, options) {
        const { method, uri, qs, body, headers } = await types[type].authenticate(credentials[type], options);
        const url = new URL(uri);
        for (const [name, value] of Object.entries(qs)) url.searchParams.set(name, String(value));
        const response = await fetch(url, {
          method,
          headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
          ...(method !== 'GET' && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`${response.status} ${text}`);
        return text === '' ? undefined : JSON.parse(text);
      },
    },
  };
}

/** The calls of the Ghost node, by name: each operation, and the two lists of options. */
export function callsOf(context) {
  writeWorkflowModule(context.folder);
  const { Ghost } = context.require(`${packageName}/dist/nodes/Ghost/Ghost.node.js`);
  const node = new Ghost();
  const execute = async (parameters) => {
    const values = { resource: 'post', options: {}, additionalFields: {}, ...parameters };
    const [items] = await node.execute.call(runtime(context, values));
    return items.map(({ json }) => json);
  };
  const admin = (operation, parameters) => execute({ source: 'adminApi', operation, ...parameters });
  const content = (operation, parameters) => execute({ source: 'contentApi', operation, ...parameters });
  const option = (name) => node.methods.loadOptions[name].call(runtime(context, { source: 'adminApi' }));
  const state = {};

  const create = (contentFormat, text) => async () => {
    const additionalFields = { status: 'draft', tags: ['Sea'], meta_title: 'From n8n' };
    const [made] = await admin('create', {
      title: `From ${contentFormat}`,
      contentFormat,
      content: text,
      additionalFields,
    });
    state[contentFormat] = made;
    assert.equal(made.meta_title, 'From n8n');
  };
  const update = (contentFormat, fields) => async () => {
    const updateFields = { title: 'Changed', ...fields };
    const [made] = await admin('update', { postId: state.html.id, contentFormat, updateFields });
    assert.equal(made.title, 'Changed');
  };
  return {
    'content: get by slug': async () => {
      const [post] = await content('getAll', { returnAll: false, limit: 1 });
      assert.equal((await content('get', { by: 'slug', identifier: post.slug }))[0].id, post.id);
    },
    'content: get by id': async () => {
      const [post] = await content('getAll', { returnAll: false, limit: 1 });
      assert.equal((await content('get', { by: 'id', identifier: post.id }))[0].slug, post.slug);
    },
    'content: get many': async () => {
      const options = { include: 'tags,authors', formats: 'html,plaintext' };
      assert.equal((await content('getAll', { returnAll: false, limit: 2, options })).length, 2);
    },
    'content: get all': async () => assert.ok((await content('getAll', { returnAll: true })).length > 10),
    'admin: create from html': create('html', '<p>Ebb</p>'),
    'admin: create from mobiledoc': create('mobileDoc', MOBILEDOC),
    'admin: create from lexical': create('lexical', LEXICAL),
    'admin: get by id': async () =>
      assert.equal((await admin('get', { by: 'id', identifier: state.html.id }))[0].id, state.html.id),
    'admin: get by slug': async () => {
      assert.equal((await admin('get', { by: 'slug', identifier: state.html.slug }))[0].id, state.html.id);
    },
    'admin: get many': async () => assert.equal((await admin('getAll', { returnAll: false, limit: 2 })).length, 2),
    'admin: get all': async () => assert.ok((await admin('getAll', { returnAll: true })).length > 10),
    'admin: update from html': update('html', { content: '<p>Flood</p>' }),
    'admin: update from mobiledoc': update('mobileDoc', { contentJson: MOBILEDOC }),
    'admin: update from lexical': update('lexical', { contentJson: LEXICAL }),
    'admin: schedule': async () => {
      const published_at = new Date(Date.now() + 172_800_000).toISOString();
      const [made] = await admin('update', {
        postId: state.html.id,
        contentFormat: 'html',
        updateFields: { content: '<p>Later</p>', status: 'scheduled', published_at },
      });
      assert.equal(made.status, 'scheduled');
    },
    'admin: delete': async () => {
      await admin('delete', { postId: state.html.id });
      await assert.rejects(admin('get', { by: 'id', identifier: state.html.id }), /404/);
    },
    'options: authors': async () =>
      assert.ok((await option('getAuthors')).some(({ name }) => name === 'Mara Lindqvist')),
    'options: tags': async () => assert.ok((await option('getTags')).some(({ value }) => value === 'Sea')),
  };
}
