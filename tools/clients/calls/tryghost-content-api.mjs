import assert from 'node:assert/strict';

export const packageName = '@tryghost/content-api';

const isFrom5 = (version) => Number(/\d+/.exec(version)) >= 5;

/** Asserts that a call fails with this type of error. API versions before v5 name it `errorType`, later ones `type`. */
const rejectsWith = (type, promise) => assert.rejects(promise, (error) => [error.type, error.errorType].includes(type));

const newerCalls = (api) => ({
  'tiers.browse': async () => {
    const tiers = await api.tiers.browse({ include: 'benefits,monthly_price,yearly_price' });
    assert.ok(tiers.some(({ type }) => type === 'free'));
  },
  'newsletters.browse': async () => assert.ok((await api.newsletters.browse()).length > 0),
  // The site has no offers, so Ghost would respond with 404, too.
  'offers.read': () => rejectsWith('NotFoundError', api.offers.read({ id: '0'.repeat(24) })),
});

/** The calls of the client, by name; each checks its result. */
export function callsOf({ site, version, require }) {
  const Client = require(packageName);
  const api = new Client({ url: site.url, key: site.contentKey, version });
  const first = async (resource) => (await api[resource].browse({ limit: 1 }))[0];

  return {
    'posts.browse': async () => {
      const posts = await api.posts.browse({
        limit: 3,
        include: 'tags,authors',
        filter: 'tag:sea',
        formats: 'html,plaintext',
      });
      assert.ok(posts.length > 0 && posts.meta.pagination.total >= posts.length);
      assert.ok(posts.every(({ tags }) => tags.some(({ slug }) => slug === 'sea')));
      assert.equal(typeof posts[0].plaintext, 'string');
    },
    'posts.read by id': async () => {
      const { id, title } = await first('posts');
      assert.equal((await api.posts.read({ id }, { include: 'authors' })).title, title);
    },
    'posts.read by slug': async () => {
      const { id, slug } = await first('posts');
      assert.equal((await api.posts.read({ slug }, { fields: 'id,slug' })).id, id);
    },
    'pages.browse': async () => assert.ok((await api.pages.browse({ limit: 'all' })).length > 0),
    'pages.read by id': async () => {
      const { id, slug } = await first('pages');
      assert.equal((await api.pages.read({ id })).slug, slug);
    },
    'pages.read by slug': async () => assert.equal((await api.pages.read({ slug: 'about' })).title, 'About'),
    'tags.browse': async () => {
      const tags = await api.tags.browse({ include: 'count.posts', order: 'count.posts desc', limit: 5 });
      assert.ok(tags[0].count.posts >= tags.at(-1).count.posts);
    },
    'tags.read by id': async () => {
      const { id, slug } = await first('tags');
      assert.equal((await api.tags.read({ id })).slug, slug);
    },
    'tags.read by slug': async () => assert.equal((await api.tags.read({ slug: 'sea' })).name, 'Sea'),
    'authors.browse': async () => {
      const authors = await api.authors.browse({ include: 'count.posts' });
      assert.ok(authors.some(({ count }) => count.posts > 0));
    },
    'authors.read by id': async () => {
      const { id, slug } = await first('authors');
      assert.equal((await api.authors.read({ id })).slug, slug);
    },
    'authors.read by slug': async () => {
      assert.equal((await api.authors.read({ slug: 'mara' })).name, 'Mara Lindqvist');
    },
    'settings.browse': async () => assert.equal((await api.settings.browse()).title, 'The Harbour Almanac'),
    'errors of a wrong filter': () => rejectsWith('BadRequestError', api.posts.browse({ filter: 'unknown:1' })),
    'errors of a wrong key': () => {
      const stranger = new Client({ url: site.url, key: '0'.repeat(26), version });
      return rejectsWith('UnauthorizedError', stranger.posts.browse());
    },
    // Ghost 3 has no tiers, newsletters and offers.
    ...(isFrom5(version) && newerCalls(api)),
  };
}
