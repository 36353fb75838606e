import { Logger } from '@almanac/platform';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request, startTestService, type TestService } from './service';
import { fillSite } from './site';

const NO_CACHE = 'no-cache, private, no-store, must-revalidate, max-stale=0, post-check=0, pre-check=0';

describe('the Content API over HTTP', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await fillSite(service.source);
  });
  afterAll(() => service.stop());

  it('has metrics of every connection pool', async () => {
    const { body } = await service.app.inject('/metrics');
    const pools = [...body.matchAll(/^database_pool_connections\{pool="([\w-]+)",state="waiting"/gm)];
    expect(pools.map(([, pool]) => pool).sort()).toEqual(['limits', 'read', 'watch']);
  });

  describe('keys', () => {
    const context =
      'Unable to determine the authenticated member or integration. Check the supplied Content API Key and ensure cookies are being passed through if member auth is failing.';

    it.each(['v2', 'v3', 'canary'])('%s refuses requests without a key', async (version) => {
      const missing = await service.get(`${version}/content/posts/`, {}, { key: null });
      expect(missing.status).toBe(403);
      const refusal = { errors: [{ message: 'Authorization failed', context, errorType: 'NoPermissionError' }] };
      expect(missing.body).toEqual(refusal);
      expect(missing.headers).toMatchObject({ 'cache-control': NO_CACHE, 'access-control-allow-origin': '*' });
      expect((await service.get(`${version}/content/posts/`, {}, { key: '' })).body).toEqual(refusal);
      const inHeader = { authorization: `Ghost ${service.contentKey.secret}` };
      expect((await service.get(`${version}/content/posts/`, inHeader, { key: null })).body).toEqual(refusal);
    });

    it('v5 describes errors as Ghost 5 does', async () => {
      const id = expect.stringMatching(/^[\da-f-]{36}$/);
      const empty = { details: null, property: null, help: null, code: null, ghostErrorCode: null };
      const missing = await service.get('v5/content/posts/', {}, { key: null });
      expect([missing.status, missing.body.errors]).toEqual([
        403,
        [{ ...empty, message: 'Authorization failed', context, type: 'NoPermissionError', id }],
      ]);
      const wrong = await service.get('v5/content/posts/', {}, { key: '0'.repeat(26) });
      const unknown = { message: 'Unknown Content API Key', context: null, code: 'UNKNOWN_CONTENT_API_KEY' };
      expect(wrong.body.errors).toEqual([{ ...empty, ...unknown, type: 'UnauthorizedError', id }]);
      const absent = await service.get('v5/content/posts/slug/no-such-post/');
      const notFound = { message: 'Resource not found error, cannot read post.', context: 'Post not found.' };
      expect(absent.body.errors).toEqual([{ ...empty, ...notFound, type: 'NotFoundError', id }]);
      const filter = await service.get('v5/content/tags/?filter=nonsense:1');
      expect(filter.body.errors?.[0]?.message).toBe('Request not understood error, cannot list tags.');
    });

    it('refuses a wrong key, an admin key, and two keys', async () => {
      const wrong = await service.get('v3/content/posts/', {}, { key: '0'.repeat(26) });
      expect(wrong.status).toBe(401);
      expect(wrong.body).toEqual({ errors: [{ message: 'Unknown Content API Key', errorType: 'UnauthorizedError' }] });
      const admin = await service.get('v3/content/posts/', {}, { key: service.adminKey.secret });
      expect(admin.body).toEqual({ errors: [{ message: 'Invalid API Key type', errorType: 'UnauthorizedError' }] });
      const twice = await service.get('v3/content/posts/?key=x');
      expect(twice.status).toBe(400);
      expect(twice.body).toEqual({ errors: [{ message: 'Invalid Request', errorType: 'BadRequestError' }] });
    });

    it('refuses wrong keys of an address after 100 of them, and still accepts the right key', async () => {
      for (let attempt = 0; attempt < 110; attempt++) {
        await service.get('v3/content/posts/', {}, { key: `wrong-${attempt}` });
      }
      const refused = await service.get('v3/content/posts/', {}, { key: 'wrong' });
      expect(refused.status).toBe(429);
      expect(refused.body).toEqual({ errors: [{ message: 'Too many attempts.', errorType: 'TooManyRequestsError' }] });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      const forged = await service.get('v3/content/posts/', { 'x-forwarded-for': '203.0.113.9' }, { key: 'wrong' });
      expect(forged.status).toBe(429);
      expect((await service.get('v3/content/tags/')).status).toBe(200);
    });
  });

  describe('routes', () => {
    it.each([
      'v0.1/posts/',
      'v7/content/posts/',
      'v3/content/',
      'v3/content/members/',
      'v3/content/subscribers/',
      'v3/content/settings/title/',
      'v3/members/',
    ])('has no route %s, with and without a key', async (path) => {
      for (const key of [undefined, null]) {
        const { status, body } = await service.get(path, {}, { key });
        expect(status).toBe(404);
        expect(body).toEqual({ errors: [{ message: 'Resource not found', errorType: 'NotFoundError' }] });
      }
    });

    it('has no route for another method', async () => {
      expect((await service.get('v3/content/posts/', {}, { method: 'POST' })).status).toBe(404);
    });

    it('redirects a path without a trailing slash after checking the key', async () => {
      const moved = await service.get('v3/content/posts?limit=1');
      expect(moved.status).toBe(301);
      expect(moved.headers).toMatchObject({
        location: `/ghost/api/v3/content/posts/?limit=1&key=${service.contentKey.secret}`,
        'cache-control': 'public, max-age=31536000',
        'access-control-allow-origin': '*',
      });
      expect((await service.get('v3/content/posts', {}, { key: null })).status).toBe(403);
      expect((await service.get('v3/content/posts/slug/open')).status).toBe(301);
    });

    it('does not log a redirect as an error', async () => {
      const errors = jest.spyOn(Logger.prototype, 'error');
      await service.get('v3/content/posts');
      expect(errors).not.toHaveBeenCalled();
      errors.mockRestore();
    });

    it('refuses a path that cannot be decoded, without repeating the key', async () => {
      const { status, body, text, headers } = await service.get('v3/content/posts/slug/%E0%A4%A/');
      expect([status, body]).toEqual([
        400,
        { errors: [{ message: 'Failed to decode param', errorType: 'BadRequestError' }] },
      ]);
      expect(text).not.toContain(service.contentKey.secret);
      expect(headers['x-request-id']).toBeDefined();
    });

    it('redirects to the trailing slash on its own host, also from a path that begins with two slashes', async () => {
      const url = `//ghost/api/v3/content/posts?key=${service.contentKey.secret}`;
      const { statusCode, headers } = await service.app.inject({ url });
      expect([statusCode, headers.location]).toEqual([301, url.slice(1).replace('?', '/?')]);
    });

    it('responds with 404 to a very long slug', async () => {
      expect((await service.get(`v3/content/posts/slug/${'long-'.repeat(400)}/`)).status).toBe(404);
    });

    it('ignores letter case and doubled slashes in paths', async () => {
      expect((await service.get('v3/content/POSTS/?limit=1')).status).toBe(200);
      expect((await service.get('v3/content//posts/?limit=1')).status).toBe(200);
    });

    it('serves a path without a version in the version of its Accept-Version header', async () => {
      const at = async (header?: string): Promise<[number, unknown, unknown]> => {
        const headers: Record<string, string> = header === undefined ? {} : { 'accept-version': header };
        const { status, body, headers: responseHeaders } = await service.get('content/posts/?limit=1', headers);
        return [status, body.posts?.[0] && 'page' in body.posts[0], responseHeaders['content-version']];
      };
      expect(await at('v2.0')).toEqual([200, true, 'v2.0']);
      expect(await at('v3.39')).toEqual([200, false, 'v3.0']);
      expect(await at('canary')).toEqual([200, false, 'v3.0']);
      expect(await at()).toEqual([200, false, 'v3.0']);
      expect(await at('v4.48')).toEqual([200, false, 'v5.130']);
      expect(await at('v5.0')).toEqual([200, false, 'v5.130']);
      expect(await at('v6.10')).toEqual([200, false, 'v5.130']);
      const unknown = await service.get('content/posts/?limit=1', { 'accept-version': 'v7.0' });
      expect([unknown.status, unknown.headers['access-control-allow-origin']]).toEqual([406, '*']);
      expect((await service.get('v4/content/posts/?limit=1')).headers['content-version']).toBe('v5.130');
    });
  });

  describe('cross-origin', () => {
    it('allows every origin, and preflight requests without a key', async () => {
      const read = await service.get('v3/content/posts/?limit=1', { origin: 'https://other.example' });
      expect(read.headers['access-control-allow-origin']).toBe('*');
      const headers = {
        origin: 'https://other.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-a,x-b',
      };
      const preflight = await service.get('v3/content/posts/', headers, { key: null, method: 'OPTIONS' });
      expect(preflight.status).toBe(204);
      expect(preflight.text).toBe('');
      expect(preflight.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
        'access-control-allow-headers': 'x-a,x-b',
        vary: 'Access-Control-Request-Headers',
      });
    });

    it('has no X-Powered-By header', async () => {
      expect((await service.get('v3/content/posts/')).headers).not.toHaveProperty('x-powered-by');
    });
  });

  describe('validators and encodings', () => {
    // The second response comes from the cache.
    it.each(['first', 'second'])('sends a strong ETag, and 304 to a client that has it (%s time)', async () => {
      const full = await service.get('v3/content/posts/');
      expect(full.headers.etag).toMatch(/^"[\w-]+"$/);
      expect(full.headers).toMatchObject({ 'cache-control': 'public, max-age=0', vary: 'Accept-Encoding' });
      const known = await service.get('v3/content/posts/', { 'if-none-match': String(full.headers.etag) });
      expect([known.status, known.text, known.headers.etag]).toEqual([304, '', full.headers.etag]);
      const weakened = await service.get('v3/content/posts/', {
        'if-none-match': `W/${String(full.headers.etag)}, "x"`,
      });
      expect(weakened.status).toBe(304);
      // As `fetch` sends it.
      const uncached = { 'if-none-match': String(full.headers.etag), 'cache-control': 'no-cache', pragma: 'no-cache' };
      expect((await service.get('v3/content/posts/', uncached)).status).toBe(304);
      expect((await service.get('v3/content/posts/', { 'if-none-match': '"x"' })).status).toBe(200);
      const head = await service.get('v3/content/posts/', {}, { method: 'HEAD' });
      expect([head.status, head.text, head.headers.etag]).toEqual([200, '', full.headers.etag]);
      expect(head.headers['content-length']).toBe(full.headers['content-length']);
    });

    it('sends 304 to a HEAD request of a client that has a response which is not cached', async () => {
      const path = 'v3/content/posts/?not=cached';
      const any = await service.get(path, { 'if-none-match': '*' }, { method: 'HEAD' });
      expect([any.status, any.text]).toEqual([304, '']);
      expect(any.headers.etag).toBe((await service.get(path)).headers.etag);
    });

    it.each([
      ['gzip, deflate', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0.1, gzip;q=0.9', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
    ])('compresses for %s', async (accepted, encoding, decompress) => {
      const plain = await service.get('v3/content/posts/?include=tags,authors');
      for (let time = 0; time < 2; time++) {
        const { rawPayload, headers } = await service.app.inject({
          url: `/ghost/api/v3/content/posts/?include=tags,authors&key=${service.contentKey.secret}`,
          headers: { 'accept-encoding': accepted },
        });
        expect(headers['content-encoding']).toBe(encoding);
        expect(headers.etag).not.toBe(plain.headers.etag);
        expect(decompress(rawPayload).toString()).toBe(plain.text);
        const again = await service.get('v3/content/posts/?include=tags,authors', {
          'accept-encoding': accepted,
          'if-none-match': String(headers.etag),
        });
        expect(again.status).toBe(304);
      }
    });

    it('does not compress small responses, or without Accept-Encoding', async () => {
      const small = await service.get('v3/content/posts/?fields=id', { 'accept-encoding': 'gzip, br' });
      expect(small.headers).not.toHaveProperty('content-encoding');
      const plain = await service.get('v3/content/posts/', { 'accept-encoding': 'gzip;q=0, identity' });
      expect(plain.headers).not.toHaveProperty('content-encoding');
    });
  });

  it('is ready, and counts responses from the cache', async () => {
    expect((await request(service.app, '/health/ready')).status).toBe(200);
    const { text } = await request(service.app, '/metrics');
    expect(text).toMatch(/content_cache_requests_total\{outcome="hit"[^}]*\} [1-9]/);
  });
});
