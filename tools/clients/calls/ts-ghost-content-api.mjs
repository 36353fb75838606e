import assert from 'node:assert/strict';
import { dataOf } from './ts-ghost-result.mjs';

export const packageName = '@ts-ghost/content-api';

/** The calls of the client, by name. The client validates each response by a schema of its own. */
export function callsOf({ site, version, require }) {
  const { TSGhostContentAPI } = require(packageName);
  const api = new TSGhostContentAPI(site.url, site.contentKey, version);
  const first = async (resource) => dataOf(await api[resource].browse({ limit: 1 }).fetch())[0];

  /** The calls for one resource: lists, pagination, and reads by id and by slug. @param include the relations to include */
  const readsOf = (resource, include) => ({
    [`${resource}.browse`]: async () => {
      const found = dataOf(await api[resource].browse({ limit: 15 }).fetch());
      assert.ok(found.length > 0);
    },
    [`${resource}.browse with include`]: async () => {
      const found = dataOf(await api[resource].browse({ limit: 15 }).include(include).fetch());
      assert.ok(found.length > 0);
    },
    [`${resource}.browse with fields`]: async () => {
      const [found] = dataOf(await api[resource].browse({ limit: 1 }).fields({ id: true, slug: true }).fetch());
      assert.deepEqual(Object.keys(found).sort(), ['id', 'slug']);
    },
    [`${resource}.paginate`]: async () => {
      const { current, next } = await api[resource].browse({ limit: 1 }).paginate();
      const { pagination } = (dataOf(current), current.meta);
      assert.equal(next === undefined, pagination.pages === 1);
      if (next) assert.equal(dataOf(await next.fetch()).length, 1);
    },
    [`${resource}.read by id`]: async () => {
      const { id } = await first(resource);
      assert.equal(dataOf(await api[resource].read({ id }).include(include).fetch()).id, id);
    },
    [`${resource}.read by slug`]: async () => {
      const { id, slug } = await first(resource);
      assert.equal(dataOf(await api[resource].read({ slug }).fetch()).id, id);
    },
  });

  // The Content API has no route for one tier.
  const {
    'tiers.read by id': _id,
    'tiers.read by slug': _slug,
    ...tiers
  } = readsOf('tiers', {
    benefits: true,
    monthly_price: true,
    yearly_price: true,
  });
  return {
    ...readsOf('posts', { authors: true, tags: true }),
    'posts.browse with formats and filter': async () => {
      const query = api.posts.browse({ filter: 'featured:false', order: 'published_at DESC', limit: 2 });
      const [post] = dataOf(await query.formats({ html: true, plaintext: true }).fetch());
      assert.ok(post.plaintext.length > 0 && post.html.length > 0);
    },
    ...readsOf('pages', { authors: true, tags: true }),
    ...readsOf('authors', { 'count.posts': true }),
    ...readsOf('tags', { 'count.posts': true }),
    ...tiers,
    'settings.fetch': async () => assert.equal(dataOf(await api.settings.fetch()).title, 'The Harbour Almanac'),
    'errors of a missing post': async () => {
      const result = await api.posts.read({ slug: 'not-there' }).fetch();
      assert.equal(result.success, false);
      assert.equal(result.errors[0].type, 'NotFoundError');
    },
  };
}
