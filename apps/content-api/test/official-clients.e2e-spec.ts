import { Setting } from '@almanac/entities';
import Newest from '@tryghost/content-api';
import Client14 from '@tryghost/content-api-1.4';
import Client15 from '@tryghost/content-api-1.5';
import { sign } from 'jsonwebtoken';
import { SITE_URL, startTestService, type TestService } from './service';
import { CANARY, fillSite } from './site';

const clients = [
  ['1.4', Client14],
  ['1.5', Client15],
  ['newest', Newest],
] as const;
const cases = clients.flatMap(([name, Client]) =>
  (['v2', 'v3', 'canary'] as const).map((version) => ({ name, Client, version })),
);

describe.each(cases)('the official client $name, unchanged, in $version', ({ Client, version }) => {
  let service: TestService;
  let origin: string;
  let client: OfficialClient;

  beforeAll(async () => {
    // Newer clients warn about versions written without a minor.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    service = await startTestService();
    await fillSite(service.source);
    await service.app.listen(0, '127.0.0.1');
    origin = await service.app.getUrl();
    client = new Client({ url: origin, key: service.contentKey.secret, version });
  });
  afterAll(() => service.stop());

  it('browses posts with every option', async () => {
    const posts = await client.posts.browse({
      limit: 2,
      page: 1,
      include: ['tags', 'authors'],
      filter: 'tag:[news,tech]+featured:false',
      order: 'published_at asc',
      formats: ['html', 'plaintext'],
    });
    expect(posts.map((post) => post.slug)).toEqual(['paid-only', 'open']);
    expect(posts.meta.pagination).toEqual({ page: 1, limit: 2, pages: 1, total: 2, next: null, prev: null });
    expect(posts[1]).toMatchObject({
      plaintext: 'Hello you',
      primary_tag: { slug: 'news' },
      authors: [{ slug: 'olga' }, {}],
    });
    const narrow = await client.posts.browse({ fields: ['id', 'slug'], limit: 'all' });
    expect(narrow.map((post) => Object.keys(post).sort())).toEqual(Array(4).fill(['id', 'slug']));
  });

  it('reads a post by slug and by id', async () => {
    const bySlug = await client.posts.read({ slug: 'open' }, { include: 'authors' });
    expect(bySlug).toMatchObject({ title: 'Open', url: `${SITE_URL}/open/` });
    const byId = await client.posts.read({ id: String(bySlug.id) }, { formats: 'plaintext' });
    expect(byId).toMatchObject({ slug: 'open', plaintext: 'Hello you' });
    expect(byId).not.toHaveProperty('html');
  });

  it('browses and reads pages, tags and authors', async () => {
    expect((await client.pages.browse()).map((page) => page.slug)).toEqual(['about', 'inside']);
    expect(await client.pages.read({ slug: 'about' })).toMatchObject({ page: true });
    const tags = await client.tags.browse({ include: 'count.posts', order: 'count.posts desc', limit: 1 });
    expect([...tags]).toMatchObject([{ slug: 'tech', count: { posts: 2 } }]);
    expect(await client.tags.read({ slug: 'news' })).toMatchObject({ description: 'All of it' });
    expect((await client.authors.browse()).map((author) => author.slug)).toEqual(['olga', 'alice']);
    expect(await client.authors.read({ slug: 'alice' }, { include: 'count.posts' })).toMatchObject({
      count: { posts: 2 },
    });
  });

  it('browses settings', async () => {
    expect(await client.settings.browse()).toMatchObject({ title: 'The Site', navigation: expect.any(Array) });
  });

  it('gets the errors of the API', async () => {
    await expect(client.posts.read({ slug: 'draft' })).rejects.toMatchObject({
      message: 'Post not found.',
      errorType: 'NotFoundError',
      response: { status: 404 },
    });
    await expect(client.posts.browse({ filter: 'bogus:1' })).rejects.toThrow('Could not understand request.');
    const stranger = new Client({ url: origin, key: '0'.repeat(26), version });
    await expect(stranger.posts.browse()).rejects.toMatchObject({ errorType: 'UnauthorizedError' });
  });

  it('passes a member token on', async () => {
    const { value } = await service.source.manager.findOneByOrFail(Setting, { key: 'members_private_key' });
    const claims = { sub: 'free@example.com', aud: SITE_URL, iss: `${SITE_URL}/members/api` };
    const token = sign(claims, value ?? '', { algorithm: 'RS512', expiresIn: 600 });
    expect(await client.posts.read({ slug: 'members-only' }, {}, token)).toMatchObject({
      html: expect.stringContaining(CANARY),
    });
    const keyless = new Client({ url: origin, version });
    await expect(keyless.posts.read({ slug: 'members-only' }, {}, token)).rejects.toThrow();
    expect(await client.posts.read({ slug: 'members-only' })).toMatchObject({ html: '' });
  });
});
