import { Client } from 'pg';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { Caller } from './caller';

const poolsIn = (metrics: string): unknown[] =>
  [...metrics.matchAll(/^database_pool_connections\{pool="([\w-]+)",state="waiting"/gm)].map(([, pool]) => pool).sort();

describe('HTTP of the Admin API', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  it.each([
    ['empty objects', `{"posts":[${'{},'.repeat(10_000)}{}]}`],
    ['numbers', `{"posts":[{"title":"x","tags":[${'1,'.repeat(10_000)}1]}]}`],
    ['lists within lists', `{"posts":${'['.repeat(10_001)}${']'.repeat(10_001)}}`],
  ])('rejects a body of more than 10,000 values: %s', async (_, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await api.integration.with(headers).post('posts/', Buffer.from(body));
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.error)).toContain('more than 10000 values');
  });

  it('exports the metrics of every connection pool', async () => {
    const { body } = await api.app.inject('/metrics');
    expect(poolsIn(body)).toEqual(['health', 'limits', 'main']);
  });

  it('counts a string of any characters as one value', async () => {
    const title = `{[,"${'\\'}`.repeat(30);
    const response = await api.integration.post('posts/', { posts: [{ title, custom_excerpt: ',[{'.repeat(90) }] });
    expect(response.status).toBe(201);
    expect(response.one('posts').title).toBe(title);
  });

  describe('versions and paths', () => {
    const contentVersions = { v2: 'v2.0', v3: 'v3.0', v5: 'v5.130', canary: 'v3.0' };

    it.each(['v2', 'v3', 'v5', 'canary'] as const)('serves %s and names the version', async (version) => {
      const response = await api.anonymous.in(version).get('site/');
      expect(response.status).toBe(200);
      const version5 = { version: '5.130', description: 'Thoughts, stories and ideas.', locale: 'en', icon: null };
      const expected = version === 'v5' ? version5 : { version: '3.0' };
      expect(response.body).toMatchObject({ site: { title: 'Almanac', url: `${SITE_URL}/`, ...expected } });
      expect(response.headers['content-version']).toBe(contentVersions[version]);
    });

    it.each([
      [undefined, 200, 'v3.0'],
      ['v2.37', 200, 'v2.0'],
      ['v3.0', 200, 'v3.0'],
      ['v4.48', 200, 'v5.130'],
      ['v5.0', 200, 'v5.130'],
      ['v6.10', 200, 'v5.130'],
      ['v9.0', 406, undefined],
    ])('serves the unversioned path in the version of Accept-Version %s', async (header, status, version) => {
      const caller = header === undefined ? api.anonymous : api.anonymous.with({ 'accept-version': header });
      const response = await caller.get('/ghost/api/admin/site/');
      expect([response.status, response.headers['content-version']]).toEqual([status, version]);
    });

    it.each([
      '/ghost/api/v0.1/admin/site/',
      '/ghost/api/v7/admin/site/',
      '/ghost/api/',
      '/ghost/api/v3/content/posts/',
      '/nothing/',
    ])('renders the 404 of %s in the short form', async (path) => {
      const response = await api.anonymous.get(path);
      expect(response.status).toBe(404);
      expect(response.body).toEqual({ errors: [{ message: 'Resource not found', errorType: 'NotFoundError' }] });
    });

    it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)(
      'responds 404 to an unknown route before authentication: %s',
      async (method) => {
        const response = await api.anonymous.send(method, method === 'PATCH' ? 'config/' : 'widgets/');
        expect(response.status).toBe(404);
        expect(response.error).toEqual({
          message: 'Resource not found',
          context: null,
          type: 'NotFoundError',
          details: null,
          property: null,
          help: null,
          code: null,
          id: expect.stringMatching(/^[\da-f-]{36}$/),
        });
      },
    );

    it('accepts upper case and double slashes', async () => {
      expect((await api.anonymous.get('/ghost/api/v3/admin/SITE/')).status).toBe(200);
      expect((await api.anonymous.get('/ghost//api/v3/admin//site/')).status).toBe(200);
    });

    it('redirects authorized reads to the path with a trailing slash and keeps the query', async () => {
      const response = await api.integration.get('config?a=1&b=2');
      expect(response.status).toBe(301);
      expect(response.headers.location).toBe('/ghost/api/v3/admin/config/?a=1&b=2');
      expect(response.headers['cache-control']).toBe('public, max-age=31536000');
      expect(response.headers['content-type']).toBeUndefined();
      expect((await api.anonymous.get('config')).status).toBe(403);
    });
  });

  it.each(['v2', 'v3', 'v5', 'canary'] as const)('has no subscribers in %s (seed: Subscriber)', async (version) => {
    for (const path of ['subscribers/', 'subscribers/csv/', `subscribers/${'0'.repeat(24)}/`]) {
      const response = await api.owner.in(version).get(path);
      expect([response.status, response.error.message]).toEqual([404, 'Resource not found']);
    }
  });

  it('authenticates with one statement', async () => {
    const statements = jest.spyOn(Client.prototype, 'query');
    const countFor = async (caller: Caller): Promise<number> => {
      await caller.get('notifications/');
      statements.mockClear();
      await caller.get('notifications/');
      return statements.mock.calls.length;
    };
    expect(await countFor(api.owner)).toBe(1);
    expect(await countFor(api.integration)).toBe(1);
    statements.mockRestore();
  });

  describe('response headers', () => {
    it('forbid caching and contain a weak validator, which works with If-None-Match', async () => {
      const first = await api.anonymous.get('site/');
      expect(first.headers['cache-control']).toBe(
        'no-cache, private, no-store, must-revalidate, max-stale=0, post-check=0, pre-check=0',
      );
      expect(first.headers.vary).toBe('Accept-Encoding');
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^W\//);
      const again = await api.anonymous.with({ 'if-none-match': etag }).get('site/');
      expect([again.status, again.text]).toEqual([304, '']);
      const head = await api.anonymous.with({ 'if-none-match': etag }).send('HEAD', 'site/');
      expect([head.status, head.text, head.headers.etag]).toEqual([304, '', etag]);
    });

    it('do not name the server software', async () => {
      expect((await api.anonymous.get('site/')).headers['x-powered-by']).toBeUndefined();
    });
  });

  describe('Accept-Version', () => {
    it.each(['v1.0', 'v7', 'v7.1', 'nonsense'])('rejects %s, which no version of the API serves', async (version) => {
      const url = '/ghost/api/admin/site/';
      const response = await api.app.inject({ url, headers: { 'accept-version': version } });
      const { errors } = response.json<{ errors: Record<string, unknown>[] }>();
      expect([response.statusCode, errors[0]]).toEqual([
        406,
        expect.objectContaining({
          message: expect.stringContaining(`"${version}"`),
          errorType: 'RequestNotAcceptableError',
          context: expect.stringContaining('v5'),
        }),
      ]);
    });

    it('does not count where the path has a version', async () => {
      const url = '/ghost/api/canary/admin/site/';
      expect((await api.app.inject({ url, headers: { 'accept-version': 'v7' } })).statusCode).toBe(200);
    });
  });

  describe('X-Ghost-Version (D40)', () => {
    it.each(['2.0', '2.38', '3.0', '3.1', '3.42.5'])('accepts a client for %s', async (version) => {
      expect((await api.anonymous.with({ 'x-ghost-version': version }).get('site/')).status).toBe(200);
    });

    it.each(['3.42', '4.48', '5.130', '6.10.1'])('accepts a client for %s in v5', async (version) => {
      const client = api.anonymous.with({ 'x-ghost-version': version });
      const responses = [
        await client.in('v5').get('site/'),
        await client.get('/ghost/api/v4/admin/site/'),
        await client.with({ 'accept-version': 'v5.0' }).get('/ghost/api/admin/site/'),
      ];
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    });

    it.each(['1.0', '7.0', '55.0', 'abc', ''])('rejects a client for %j in v5', async (version) => {
      const response = await api.anonymous.in('v5').with({ 'x-ghost-version': version }).get('site/');
      expect([response.status, response.error]).toEqual([
        400,
        expect.objectContaining({
          message: `Client request for ${version} does not match server version 5.130.6.`,
          type: 'VersionMismatchError',
        }),
      ]);
    });

    it('does not count outside of the Admin API', async () => {
      const member = await api.anonymous.with({ 'x-ghost-version': '5.130' }).get('/members/api/member/');
      expect(member.status).toBe(204);
    });

    it.each(['1.0', '4.0', 'abc', ''])('rejects a client for %j', async (version) => {
      const response = await api.anonymous.with({ 'x-ghost-version': version }).get('site/');
      expect(response.status).toBe(400);
      expect(response.error).toMatchObject({
        message: `Client request for ${version} does not match server version 3.0.3.`,
        type: 'VersionMismatchError',
        context: null,
      });
    });
  });

  describe('bodies', () => {
    const json = { 'content-type': 'application/json' };

    it('responds 400 to malformed JSON (D35)', async () => {
      const response = await api.integration.with(json).post('webhooks/', '{"webhooks": [');
      expect(response.status).toBe(400);
      expect(response.error).toMatchObject({ type: 'BadRequestError', context: null });
      expect(response.error.message).toMatch(/JSON/);
    });

    it.each(['text/plain', 'text/plain; charset=utf-8', 'text/csv', 'application/xml'])(
      'reports the missing fields for a body of the type %s',
      async (type) => {
        const body = JSON.stringify({ tags: [{ name: 'x' }] });
        const response = await api.integration.with({ 'content-type': type }).post('tags/', Buffer.from(body));
        const empty = await api.integration.with(json).post('tags/', '{}');
        expect(response.status).toBe(422);
        expect(response.error).toEqual({ ...empty.error, id: response.error.id });
      },
    );

    it('removes NUL from bodies, and rejects it in URLs', async () => {
      const nul = 'a\u0000b';
      const responses = await Promise.all([
        api.owner.put('users/me/', { users: [{ bio: nul }] }),
        api.owner.put('users/me/', { users: [{ email: `${nul}@example.com` }] }),
        api.owner.put('settings/', { settings: [{ key: nul, value: 'x' }] }),
        api.owner.put('settings/', { settings: [{ key: 'title', value: nul }] }),
        api.owner.get('settings/a%00b/'),
        api.owner.get('users/email/a%00b@example.com/'),
        api.owner.get('users/?filter=name:%00'),
        api.owner.get('actions/?filter=event:a%00b'),
        api.owner.post('tags/', { tags: [{ name: nul }] }),
        api.owner.post('posts/', { posts: [{ title: nul, tags: [nul] }] }),
        api.owner.post('integrations/', { integrations: [{ name: nul }] }),
        api.anonymous.with({ origin: SITE_URL }).post('session/', { username: nul, password: nul }),
        api.anonymous.post('authentication/invitation/', {
          invitation: [{ token: nul, email: nul, name: nul, password: 'long-enough-42' }],
        }),
      ]);
      expect(responses.map(({ status }) => status)).toEqual([
        200, 200, 404, 200, 400, 400, 400, 400, 201, 201, 201, 401, 404,
      ]);
    });

    it('rejects a body over one megabyte (D35)', async () => {
      const response = await api.integration.post('webhooks/', { webhooks: [{ name: 'x'.repeat(1_100_000) }] });
      expect(response.status).toBe(413);
      expect(response.error).toMatchObject({ type: 'RequestEntityTooLargeError', message: 'request entity too large' });
    });
  });

  describe('cross-origin requests', () => {
    const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };

    it.each(['http://localhost:4200', SITE_URL, 'http://127.0.0.1:3000'])('are allowed from %s', async (origin) => {
      const response = await api.anonymous.with({ origin }).get('site/');
      expect(response.headers['access-control-allow-origin']).toBe(origin);
      expect(response.headers.vary).toBe('Origin, Accept-Encoding');
      expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    });

    it('vary also with Accept-Version if the path has no version', async () => {
      const response = await api.anonymous.with({ origin: SITE_URL }).get('/ghost/api/admin/site/');
      expect(response.headers.vary).toBe('Accept-Version, Origin, Accept-Encoding');
    });

    it('get a preflight response for a known origin', async () => {
      const response = await api.anonymous.with({ origin: SITE_URL, ...preflight }).send('OPTIONS', 'config/');
      expect(response.status).toBe(204);
      expect(response.headers).toMatchObject({
        'access-control-allow-origin': SITE_URL,
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
        'access-control-allow-headers': 'authorization',
        'access-control-max-age': '86400',
        vary: 'Origin, Access-Control-Request-Headers',
      });
    });

    it.each([{}, { origin: 'https://evil.example', ...preflight }])(
      'get only the methods for other origins: %j',
      async (headers) => {
        const response = await api.anonymous.with(headers).send('OPTIONS', 'session/');
        expect([response.status, response.text]).toEqual([200, 'GET,HEAD,POST,DELETE']);
        expect(response.headers.allow).toBe('GET,HEAD,POST,DELETE');
        expect(response.headers['access-control-allow-origin']).toBeUndefined();
      },
    );
  });
});
