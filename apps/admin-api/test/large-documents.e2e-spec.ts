import { Post } from '@almanac/entities';
import { addPost } from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

const document = (parts: object): string =>
  JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [], sections: [], ...parts });
const repeatedCard = (sections: number) =>
  document({
    cards: [['html', { html: 'x'.repeat(20_000) }]],
    sections: Array.from({ length: sections }, () => [10, 0]),
  });

describe('an edit that makes a draft too large', () => {
  it.each([
    [
      'a card in 20,000 sections',
      { mobiledoc: repeatedCard(20_000) },
      '',
      'references the card with the index 0 more than once',
    ],
    [
      'a definition in 5,000 links',
      {
        mobiledoc: document({
          cards: [['markdown', { markdown: `[a]: /${'x'.repeat(9_000)}\n\n${'[a]\n'.repeat(5_000)}` }]],
          sections: [[10, 0]],
        }),
      },
      '',
      'renders to more than 5000000 characters of html',
    ],
    ['html of 6,000 tags', { html: '<p>a</p>'.repeat(3_000) }, '?source=html', 'has more than 5000 tags'],
  ])('is rejected with 422 and the reason: %s', async (_, fields, query, reason) => {
    const contributor = await api.as('Contributor');
    for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
      const response = await contributor
        .in(version)
        .post(`posts/${query}`, { posts: [{ title: 'x', authors: [{ id: contributor.user.id }], ...fields }] });
      expect(response.status).toBe(422);
      expect(JSON.stringify(response.error)).toContain(reason);
    }
  });
});

describe('a document with a URL of the site that is nested too deeply', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const image = `"src":"${SITE_URL}/a.png","unused":${deep}`;

  it.each([
    ['mobiledoc', `{"version":"0.3.1","cards":[["image",{${image}}]],"sections":[[10,0]]}`],
    ['lexical', `{"root":{"type":"root","version":1,"children":[{"type":"image","version":1,${image}}]}}`],
  ])('is rejected with 422: %s', async (format, source) => {
    const response = await api.integration.in('canary').post('posts/', { posts: [{ title: 'x', [format]: source }] });
    expect(response.status).toBe(422);
  });
});

describe('html that takes long to convert', () => {
  it('becomes the same mobiledoc as in parts, in a new post and in an edit', async () => {
    const v3 = api.integration.in('v3');
    const textsOf = (post: Record<string, unknown>): unknown[] => JSON.parse(String(post.mobiledoc)).sections;
    const small = await v3.post('posts/?source=html', { posts: [{ title: 'x', html: '<p>a</p>'.repeat(10) }] });
    const [section] = textsOf(small.one('posts'));
    const large = '<p>a</p>'.repeat(1_000);
    const added = await v3.post('posts/?source=html', { posts: [{ title: 'x', html: large }] });
    expect([added.status, textsOf(added.one('posts'))]).toEqual([201, Array.from({ length: 1_000 }, () => section)]);
    const { id, updated_at } = small.one('posts');
    const edited = await v3.put(`posts/${id}/?source=html`, { posts: [{ updated_at, html: large }] });
    expect([edited.status, textsOf(edited.one('posts'))]).toEqual([200, Array.from({ length: 1_000 }, () => section)]);
    const stale = { posts: [{ updated_at: '2020-01-01T00:00:00.000Z', html: '<p>b</p>'.repeat(1_000) }] };
    expect((await v3.put(`posts/${id}/?source=html`, stale)).status).toBe(409);
  });
});

describe('a document that was stored before the limits', () => {
  it('can be read, edited and sent back unchanged; a larger one is rejected', async () => {
    const mobiledoc = repeatedCard(30);
    const { id } = await addPost(api.dataSource.manager, { mobiledoc, html: '<p>old</p>', plaintext: 'old' });
    const read = await api.integration.get(`posts/${id}/?formats=mobiledoc,html,plaintext`);
    expect(read.status).toBe(200);
    const { updated_at } = read.one('posts');
    const edited = await api.integration.put(`posts/${id}/?formats=html`, {
      posts: [{ updated_at, title: 'New', mobiledoc }],
    });
    expect(edited.status).toBe(200);
    const stored = await api.dataSource.getRepository(Post).findOneByOrFail({ id });
    expect(stored).toMatchObject({ title: 'New', html: '<p>old</p>', plaintext: 'old' });
    const { updated_at: later } = edited.one('posts');
    const larger = await api.integration.put(`posts/${id}/`, {
      posts: [{ updated_at: later, mobiledoc: repeatedCard(31) }],
    });
    expect(larger.status).toBe(422);
  });
});
