import { Post } from '@almanac/entities';
import { ContentDatabase } from '../src/database/content-database';
import { request, startTestService, type TestService, until } from './service';
import { fillSite } from './site';

interface Page {
  posts: { slug: string }[];
  meta: { pagination: { total: number; pages: number } };
}

describe('totals of lists', () => {
  let service: TestService;
  let statements: jest.SpyInstance;

  beforeAll(async () => {
    service = await startTestService({ contentCacheBytes: 0, rateLimits: 'off' });
    await fillSite(service.source);
    statements = jest.spyOn(service.app.get(ContentDatabase).pool, 'query');
  });
  afterAll(() => service.stop());
  beforeEach(() => statements.mockClear());

  const list = async (query: string): Promise<Page> => {
    const url = `/ghost/api/v3/content/posts/?key=${service.contentKey.secret}&fields=slug&${query}`;
    return JSON.parse((await request(service.app, url)).text) as Page;
  };
  const counts = (): number => statements.mock.calls.filter(([{ text }]) => text.includes('count(*)')).length;

  it('are counted once for all pages, and again after a change of the site', async () => {
    const filter = `filter=${encodeURIComponent("title:~'e'")}&limit=1`;
    const first = await list(filter);
    const second = await list(`${filter}&page=2`);
    expect(second.meta.pagination.total).toBe(first.meta.pagination.total);
    expect(second.posts).not.toEqual(first.posts);
    expect(counts()).toBe(1);
    const { manager } = service.source;
    const post = await manager.findOneByOrFail(Post, { slug: first.posts[0]?.slug });
    await manager.delete(Post, { id: post.id });
    await until(async () => (await list(filter)).meta.pagination.total === first.meta.pagination.total - 1);
    expect(counts()).toBe(2);
  });

  it('are not counted where triggers maintain them', async () => {
    for (const filter of ['', 'featured:true', 'visibility:[paid,members]', 'tag:news', 'author:ada%2Bfeatured:false'])
      await list(`filter=${filter}`);
    expect(statements.mock.calls.length).toBeGreaterThan(0);
    expect(counts()).toBe(0);
  });

  it('are counted for each request if they depend on time', async () => {
    await list('filter=published_at:<now-1d');
    await list('filter=published_at:<now-1d');
    expect(counts()).toBe(2);
  });
});
