import { addOwner, addPost, addTag } from '@almanac/testing';
import { SITE_URL, startTestService, type TestService, until } from './service';
import { CANARY, fillSite } from './site';

describe('the search index', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    await fillSite(service.source);
  });
  afterAll(() => service.stop());

  it('has the public posts, and nothing of the others', async () => {
    await addPost(service.source.manager, { slug: 'mailed', title: 'Mailed', emailOnly: true });
    const { body, text } = await service.get('v5/content/search-index/posts/');
    expect(body).toEqual({
      posts: [
        {
          id: expect.any(String),
          slug: 'open',
          title: 'Open',
          updated_at: expect.any(String),
          visibility: 'public',
          excerpt: 'Hello you',
          url: `${SITE_URL}/open/`,
        },
      ],
      meta: { pagination: expect.objectContaining({ total: 1 }) },
    });
    expect(text).not.toContain(CANARY);
  });

  it('has authors with a page, and public tags with posts', async () => {
    const authors = (await service.get('v5/content/search-index/authors/')).body as { authors: object[] };
    expect(authors.authors.map((author) => Object.keys(author).sort())).toEqual(
      Array(2).fill(['id', 'name', 'profile_image', 'slug', 'url']),
    );
    const tags = (await service.get('v5/content/search-index/tags/')).body;
    expect(tags).toMatchObject({ tags: [{ slug: 'news' }, { slug: 'tech' }] });
  });

  it('ignores the query string, and needs a key', async () => {
    const found = await service.get('v5/content/search-index/posts/?filter=visibility:paid&fields=html&limit=1');
    expect(found.body).toMatchObject({ posts: [{ slug: 'open' }] });
    expect((await service.get('v5/content/search-index/posts/', {}, { key: null })).status).toBe(403);
    expect((await service.get('v3/content/search-index/posts/')).status).toBe(404);
  });
});

describe('the search index of a long list', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
    const { manager } = service.source;
    await addPost(manager, { authors: [await addOwner(manager)], tags: [await addTag(manager)] });
    await manager.query(
      `insert into publishing.posts (id, uuid, title, slug, html, plaintext, comment_id, type, status, visibility,
         created_at, created_by, published_at, updated_at)
       select lpad(to_hex(n), 24, '0'), gen_random_uuid(), 'T', 's-' || n, '', 'text', 'c', 'post', 'published', 'public',
         now(), '1', now(), now()
       from generate_series(1, 10050) n`,
    );
  });
  afterAll(() => service.stop());

  it('has at most 10,000 posts, and an ETag while the site does not change', async () => {
    const path = 'v5/content/search-index/posts/';
    const response = await service.get(path);
    expect((response.body as { posts: object[] }).posts).toHaveLength(10_000);
    let { etag } = response.headers;
    await until(async () => {
      const again = await service.get(path, { 'if-none-match': String(etag) });
      ({ etag = etag } = again.headers);
      return again.status === 304;
    });
  });
});
