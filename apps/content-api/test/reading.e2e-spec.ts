import { fillSite } from './site';
import { SITE_URL, startTestService, type TestService, until } from './service';

/** The error for a filter by a column that does not exist or is private. Only the name differs. */
const unknownColumn = (name: string): object => ({
  message: 'Could not understand request.',
  context: expect.stringMatching(new RegExp(`^"${name}" is no column to filter by\\. Columns: .*\\bslug\\b.*\\.$`)),
  errorType: 'BadRequestError',
});

describe('the Content API', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await fillSite(service.source);
  });
  afterAll(() => service.stop());

  const list = async (path: string): Promise<Record<string, unknown>[]> => {
    const { status, body } = await service.get(path);
    expect(status).toBe(200);
    return body.posts ?? body.pages ?? body.tags ?? body.authors ?? [];
  };
  const slugs = async (path: string): Promise<unknown[]> => (await list(path)).map((row) => row.slug);

  it.each(['v2', 'v3', 'v5', 'canary'])('%s lists published posts, newest first', async (version) => {
    const { status, body, headers } = await service.get(`${version}/content/posts/`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['posts', 'meta']);
    expect(await slugs(`${version}/content/posts/`)).toEqual(['open', 'members-only', 'paid-only', 'teaser']);
    expect(body.meta).toEqual({ pagination: { page: 1, limit: 15, pages: 1, total: 4, next: null, prev: null } });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-version']).toBe({ v2: 'v2.0', v5: 'v5.130' }[version] ?? 'v3.0');
  });

  it('returns a post with its relations, meta fields and absolute URLs', async () => {
    const [post] = await list('v3/content/posts/slug/open/?include=tags,authors&formats=html,plaintext');
    expect(post).toMatchObject({
      slug: 'open',
      url: `${SITE_URL}/open/`,
      html: `<p>Hello <a href="${SITE_URL}/other/">you</a> <img src="${SITE_URL}/content/images/a.png"></p>`,
      plaintext: 'Hello you',
      excerpt: 'Hello you',
      feature_image: `${SITE_URL}/content/images/feature.png`,
      og_image: `${SITE_URL}/content/images/og.png`,
      meta_title: 'Meta',
      published_at: '2020-01-04T00:00:00.000+00:00',
      visibility: 'public',
      tags: [{ slug: 'news' }, { slug: 'tech' }],
      authors: [{ slug: 'olga' }, { slug: 'alice' }],
      primary_tag: { slug: 'news' },
      primary_author: { slug: 'olga' },
    });
    expect(JSON.stringify(post)).not.toContain('@example.com');
    expect(post).not.toHaveProperty('mobiledoc');
  });

  it('returns URLs of related resources with `fields` only if it names `url`, as Ghost does (B16)', async () => {
    const withUrl = async (query: string): Promise<boolean[]> => {
      const [post] = await list(`v3/content/posts/slug/open/?include=tags,authors${query}`);
      const lists = [post?.tags, post?.authors] as object[][];
      const parts = [...lists.map(([first]) => first), post?.primary_tag, post?.primary_author];
      return parts.map((part) => 'url' in Object(part));
    };
    expect(await withUrl('')).toEqual([true, true, true, true]);
    expect(await withUrl('&fields=title')).toEqual([false, false, false, false]);
    expect(await withUrl('&fields=title,url')).toEqual([true, true, true, true]);
  });

  it('returns only the requested fields', async () => {
    const [post] = await list('v3/content/posts/?fields=id,title&limit=1');
    expect(Object.keys(post ?? {}).sort()).toEqual(['id', 'title']);
    const [bySlug] = await list('v3/content/posts/slug/open/?fields=title');
    expect(bySlug).toEqual({ slug: 'open', title: 'Open' });
    const [text] = await list('v3/content/posts/slug/open/?fields=plaintext&formats=plaintext,html');
    expect(text).toEqual({ slug: 'open', plaintext: 'Hello you' });
  });

  it('has a page flag where the version has one', async () => {
    expect((await list('v2/content/posts/?limit=1'))[0]).toHaveProperty('page', false);
    expect((await list('v3/content/posts/?limit=1'))[0]).not.toHaveProperty('page');
    expect((await list('v3/content/pages/?limit=1'))[0]).toHaveProperty('page', true);
    expect((await list('v2/content/posts/?limit=1'))[0]).not.toHaveProperty('visibility');
    expect(await slugs('v3/content/pages/')).toEqual(['about', 'inside']);
  });

  it('lists tags and authors with published posts', async () => {
    expect(await slugs('v3/content/tags/')).toEqual(['hash-in', 'news', 'tech']);
    expect(await list('v3/content/tags/slug/tech/?include=count.posts')).toMatchObject([{ count: { posts: 2 } }]);
    expect(await slugs('v3/content/authors/')).toEqual(['olga', 'alice']);
    const [author] = await list('v3/content/authors/?fields=id,email,password&filter=slug:alice');
    expect(Object.keys(author ?? {})).toEqual(['id']);
  });

  it.each([
    ['posts/slug/draft/', 'Post not found.'],
    ['posts/slug/soon/', 'Post not found.'],
    ['posts/slug/about/', 'Post not found.'],
    ['pages/slug/open/', 'Page not found.'],
    ['pages/000000000000000000000000/', 'Page not found.'],
    ['tags/slug/unused/', 'Tag not found.'],
    ['authors/slug/silent/', 'Author not found.'],
  ])('responds with 404 to %s', async (path, message) => {
    const { status, body } = await service.get(`v3/content/${path}`);
    expect(status).toBe(404);
    expect(body).toEqual({ errors: [{ message, errorType: 'NotFoundError' }] });
  });

  it.each([
    [
      'posts/zzz/',
      422,
      {
        message: 'Validation (matches) failed for id',
        context: 'An id has 24 hexadecimal characters; it was "zzz".',
        errorType: 'ValidationError',
      },
    ],
    [
      'posts/slug/Not%20A%20Slug!/',
      422,
      {
        message: 'Validation (isSlug) failed for slug',
        context: 'A slug has small letters, digits, - and _; it was "Not A Slug!".',
        errorType: 'ValidationError',
      },
    ],
    [
      'posts/?limit=abc',
      422,
      {
        message: 'Validation (matches) failed for limit',
        context: 'limit is a whole number or all; it was "abc".',
        errorType: 'ValidationError',
      },
    ],
    [
      'posts/?formats=html,lexical',
      422,
      {
        message: 'Validation (AllowedValues) failed for formats',
        context: 'formats takes html, plaintext, mobiledoc, not "lexical".',
        errorType: 'ValidationError',
      },
    ],
    [
      'posts/?filter=this%20is%20not%20nql',
      400,
      {
        message: 'Error parsing filter',
        context: expect.stringMatching(/^A filter looks like/),
        errorType: 'BadRequestError',
      },
    ],
    ['posts/?filter=bogus:1', 400, unknownColumn('bogus')],
    ['posts/?filter=type:post', 400, unknownColumn('type')],
    ['tags/?filter=count.posts:>5', 400, unknownColumn('count.posts')],
    ['authors/?filter=password:x', 400, unknownColumn('password')],
    ['authors/?filter=email:x', 400, unknownColumn('email')],
    [
      'posts/?filter=published_at:>soon',
      400,
      {
        message: 'Could not understand request.',
        context: expect.stringMatching(/^"soon" is no date\. Write 2020-01-31/),
        errorType: 'BadRequestError',
      },
    ],
  ])('refuses %s', async (path, status, error) => {
    const reply = await service.get(`v3/content/${path}`);
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual({ errors: [error] });
  });

  it('ignores unknown and empty parameters', async () => {
    expect(await slugs('v3/content/posts/?bogus=1&debug=true&filter=&include=&formats=')).toHaveLength(4);
    expect(await slugs('v3/content/posts/?filter=status:draft')).toHaveLength(4);
  });

  it.each(['v2', 'v3', 'v5', 'canary'])('%s returns the settings under both paths', async (version) => {
    const { body } = await service.get(`${version}/content/settings/?fields=title`);
    expect(body.settings).toMatchObject({ title: 'The Site', lang: 'en', timezone: 'Etc/UTC', url: `${SITE_URL}/` });
    for (const legacy of ['ghost_head', 'ghost_foot', 'site_head', 'site_foot']) {
      expect(body.settings).not.toHaveProperty(legacy);
    }
    expect('secondary_navigation' in (body.settings ?? {})).toBe(version !== 'v2');
    expect(body.meta).toEqual({});
    expect((await service.get(`${version}/content/setting/`)).body).toEqual(body);
    expect((await service.get(`${version}/content/settings/title/`)).status).toBe(404);
  });

  it('returns all rows with limit=all, and streams long lists', async () => {
    const { body } = await service.get('v3/content/posts/?limit=all&fields=slug');
    expect(body.meta).toEqual({ pagination: { page: 1, limit: 'all', pages: 1, total: 4, next: null, prev: null } });
    await service.source.query(`insert into publishing.tags (id, name, slug, created_at)
      select 'tag-' || n, 'Tag ' || n, 'many-' || n, now() from generate_series(1, 1200) n`);
    await service.source.query(`insert into publishing.posts_tags (id, post_id, tag_id)
      select 'link-' || n, (select id from publishing.posts where slug = 'open'), 'tag-' || n from generate_series(1, 1200) n`);
    const path = 'v3/content/tags/?limit=all&filter=slug:~^%27many%27&fields=slug';
    const long = await service.get(path);
    expect(long.body.tags).toHaveLength(1200);
    expect(long.body.meta).toMatchObject({ pagination: { limit: 'all', total: 1200 } });

    const statusFor = async (etag: unknown): Promise<number> =>
      (await service.get(path, { 'if-none-match': String(etag) })).status;
    let etag: unknown;
    // On a slow machine the revision can be unknown for a moment; then there is no ETag.
    await until(async () => {
      etag = (await service.get(path)).headers.etag;
      return etag !== undefined && (await statusFor(etag)) === 304;
    });
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    const other = await service.get(`${path},name`, { 'if-none-match': String(etag) });
    expect([other.status, other.headers['cache-control']]).toEqual([200, 'public, max-age=0']);
    await service.source.query(`update publishing.tags set name = 'Renamed' where slug = 'many-7'`);
    await until(async () => (await statusFor(etag)) === 200);
    await service.source.query(`delete from publishing.tags where slug like 'many-%'`);
  });
});
