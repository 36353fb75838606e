import assert from 'node:assert/strict';
import { dataOf } from './ts-ghost-result.mjs';

export const packageName = '@ts-ghost/admin-api';

const browseCall = (api, resource) => ({
  [`${resource}.browse`]: async () => assert.ok(dataOf(await api[resource].browse({ limit: 15 }).fetch()).length > 0),
});

const browseAndReadCalls = (api, resource, keys) => ({
  ...browseCall(api, resource),
  ...Object.fromEntries(
    keys.map((key) => [
      `${resource}.read by ${key}`,
      async () => {
        const [found] = dataOf(await api[resource].browse({ limit: 1 }).fetch());
        assert.equal(dataOf(await api[resource].read({ [key]: found[key] }).fetch()).id, found.id);
      },
    ]),
  ),
});

function contentCalls(api, resource) {
  const state = {};
  return {
    [`${resource}.add`]: async () => {
      const input = { title: 'Typed', html: '<p>Typed</p>', tags: [{ name: 'Sea' }] };
      state.made = dataOf(await api[resource].add(input, { source: 'html' }));
      assert.equal(state.made.title, 'Typed');
    },
    [`${resource}.edit`]: async () => {
      const edit = { title: 'Typed again', custom_excerpt: 'Short', updated_at: new Date(state.made.updated_at) };
      assert.equal(dataOf(await api[resource].edit(state.made.id, edit)).title, 'Typed again');
    },
    ...browseAndReadCalls(api, resource, ['id', 'slug']),
    [`${resource}.browse with include and formats`]: async () => {
      const query = api[resource]
        .browse({ limit: 15, order: 'updated_at DESC' })
        .include({ authors: true, tags: true, tiers: true });
      const found = dataOf(await query.formats({ html: true, lexical: true, plaintext: true }).fetch());
      assert.ok(found.every(({ html, authors }) => typeof html === 'string' && authors.length > 0));
    },
    [`${resource}.paginate`]: async () => {
      const { current, next } = await api[resource].browse({ limit: 1 }).paginate();
      assert.equal(dataOf(current).length, 1);
      assert.equal(dataOf(await next.fetch()).length, 1);
    },
    [`${resource}.delete`]: async () => {
      dataOf(await api[resource].delete(state.made.id));
      assert.equal((await api[resource].read({ id: state.made.id }).fetch()).success, false);
    },
  };
}

function memberCalls(api) {
  const state = {};
  return {
    'members.add': async () => {
      const input = { email: 'typed@readers.example', name: 'Typed', labels: [{ name: 'Typed' }], subscribed: true };
      state.made = dataOf(await api.members.add(input));
      assert.equal(state.made.labels[0].name, 'Typed');
    },
    ...browseAndReadCalls(api, 'members', ['id']),
    'members.edit': async () => {
      const edited = dataOf(await api.members.edit(state.made.id, { name: 'Typed again', note: 'Seen' }));
      assert.deepEqual([edited.name, edited.note], ['Typed again', 'Seen']);
    },
    'members.delete': async () => void dataOf(await api.members.delete(state.made.id)),
  };
}

function tagCalls(api) {
  const state = {};
  return {
    'tags.add': async () => {
      const input = { name: 'Typed tag', description: 'Typed', accent_color: '#0a6', og_title: 'Shared' };
      state.made = dataOf(await api.tags.add(input));
      assert.equal(state.made.accent_color, '#0a6');
    },
    ...browseAndReadCalls(api, 'tags', ['id', 'slug']),
    'tags.browse with include': async () => {
      const tags = dataOf(await api.tags.browse({ limit: 15 }).include({ 'count.posts': true }).fetch());
      assert.ok(tags.every(({ count }) => count.posts >= 0));
    },
    'tags.edit': async () => {
      assert.equal(dataOf(await api.tags.edit(state.made.id, { description: 'Again' })).description, 'Again');
    },
    'tags.delete': async () => void dataOf(await api.tags.delete(state.made.id)),
  };
}

function webhookCalls(api, site) {
  const state = {};
  return {
    'webhooks.add': async () => {
      state.made = dataOf(
        await api.webhooks.add({ event: 'member.added', target_url: site.webhookUrl, name: 'Typed' }),
      );
    },
    'webhooks.edit': async () => {
      assert.equal(dataOf(await api.webhooks.edit(state.made.id, { name: 'Again' })).name, 'Again');
    },
    'webhooks.delete': async () => void dataOf(await api.webhooks.delete(state.made.id)),
  };
}

/**
 * The calls of the client, by name. The client validates each response by a schema of its own. Left out: writes of offers and newsletters,
 * which need a payment provider and a second newsletter, and settings.fetch, which Ghost rejects for integrations.
 */
export function callsOf({ site, version, require }) {
  const { TSGhostAdminAPI } = require(packageName);
  const api = new TSGhostAdminAPI(site.url, site.adminKey, version);
  return {
    ...contentCalls(api, 'posts'),
    ...contentCalls(api, 'pages'),
    ...memberCalls(api),
    ...tagCalls(api),
    ...browseAndReadCalls(api, 'users', ['id', 'email']),
    ...browseAndReadCalls(api, 'tiers', ['id']),
    ...browseAndReadCalls(api, 'newsletters', ['id']),
    'offers.browse': async () => assert.deepEqual(dataOf(await api.offers.browse().fetch()), []),
    ...webhookCalls(api, site),
    'site.fetch': async () => assert.equal(dataOf(await api.site.fetch()).title, 'The Harbour Almanac'),
  };
}
