import { ReadDatabase } from '../src/database/read-database';
import { startTestService, type TestService } from './service';
import { fillSite } from './site';

describe('single reads', () => {
  let service: TestService;
  let statements: jest.SpyInstance;
  let openId: string;

  beforeAll(async () => {
    service = await startTestService({ contentCacheBytes: 0 });
    await fillSite(service.source);
    openId = String((await service.get('v3/content/posts/slug/open/')).body.posts?.[0]?.id);
  });
  beforeEach(() => {
    statements = jest.spyOn(service.app.get(ReadDatabase).pool, 'query');
  });
  afterEach(() => statements.mockRestore());
  afterAll(() => service.stop());

  /** Statements that read rows; beside them the service may read its settings and keys. */
  const reads = (): number =>
    statements.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('row_to_json(found)')).length;

  it('that come together are one statement, and each gets its own answer', async () => {
    await service.get('v3/content/posts/slug/open/');
    statements.mockClear();
    const slugs = ['teaser', 'open', 'draft', 'members-only', 'open', 'nothing'];
    const answers = await Promise.all(slugs.map((slug) => service.get(`v3/content/posts/slug/${slug}/`)));
    expect(answers.map(({ status, body }) => body.posts?.[0]?.slug ?? status)).toEqual([
      'teaser',
      'open',
      404,
      'members-only',
      'open',
      404,
    ]);
    expect(reads()).toBe(1);
  });

  it('of what cannot be stored spoil nobody else’s', async () => {
    const [good, bad] = await Promise.all([
      service.get(`v3/content/posts/${openId}/`),
      service.get('v3/content/posts/me%00/'),
    ]);
    expect([good.status, bad.status]).toEqual([200, 404]);
  });

  it('of other selections or resources do not mix', async () => {
    const paths = ['posts/slug/open/', 'posts/slug/open/?fields=title', 'tags/slug/news/', 'authors/slug/olga/'];
    const alone = [];
    for (const path of paths) alone.push((await service.get(`v3/content/${path}`)).text);
    statements.mockClear();
    const together = await Promise.all(paths.map((path) => service.get(`v3/content/${path}`)));
    expect(together.map(({ text }) => text)).toEqual(alone);
    expect(reads()).toBe(paths.length);
  });
});
