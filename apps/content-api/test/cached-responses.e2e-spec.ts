import { Setting } from '@almanac/entities';
import { Logger, startTracing } from '@almanac/platform';
import { TraceCollector } from '@almanac/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { sign } from 'jsonwebtoken';
import { SITE_URL, startContentApi, startTestService, type TestService } from './service';
import { CANARY, fillSite } from './site';
import { wire } from './wire';

describe('the response from the cache', () => {
  const lines: string[] = [];
  let service: TestService;
  let collector: TraceCollector;
  let stopTracing: () => Promise<void>;
  let app: NestFastifyApplication;
  let origin: string;

  beforeAll(async () => {
    collector = await TraceCollector.listen();
    stopTracing = await startTracing({ service: 'content-api', endpoint: collector.url });
    service = await startTestService();
    await fillSite(service.source);
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = Logger.create({ service: 'content-api', level: 'info', destination });
    app = await startContentApi(service.database.url, {}, undefined, logger);
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  beforeEach(() => lines.splice(0));
  afterAll(async () => {
    await app.close();
    await service.stop();
    await collector.close();
  });

  const pathOf = (path: string): string =>
    `/ghost/api/v3/content/${path}${path.includes('?') ? '&' : '?'}key=${service.contentKey.secret}`;

  it.each([
    ['uncompressed', []],
    ['with brotli', ['Accept-Encoding: br']],
    ['with gzip', ['Accept-Encoding: gzip, deflate']],
  ])('equals the first one byte by byte, %s', async (name, headers) => {
    const path = pathOf(`posts/?formats=html&limit=${name.length}`);
    const first = await wire(origin, path, headers);
    const cached = await wire(origin, path, headers);
    expect(first.status).toBe('HTTP/1.1 200 OK');
    expect(cached).toEqual(first);
  });

  it('is 304 for a client that has it, with the headers of the full response', async () => {
    const path = pathOf('tags/');
    const { headers } = await wire(origin, path);
    const etag = headers.find((header) => header.startsWith('etag'))?.replace('etag: ', '');
    const unchanged = await wire(origin, path, [`If-None-Match: ${etag}`]);
    expect(unchanged).toMatchObject({ status: 'HTTP/1.1 304 Not Modified', body: '' });
    expect(unchanged.headers).toEqual(
      expect.arrayContaining(['cache-control: public, max-age=0', 'access-control-allow-origin: *', `etag: ${etag}`]),
    );
    const names = unchanged.headers.map((header) => header.split(':')[0]);
    for (const name of ['content-length', 'content-type']) expect(names).not.toContain(name);
  });

  it.each([
    ['no key', 'posts/', 403],
    ['another key', 'posts/?key=0123456789abcdef0123456789', 401],
    ['two keys', 'posts/?key=a&key=b', 400],
  ])('is not sent with %s', async (_case, path, status) => {
    await wire(origin, pathOf('posts/'));
    await wire(origin, pathOf('posts/'));
    const refused = await wire(origin, `/ghost/api/v3/content/${path}`);
    expect(refused.status).toContain(` ${status} `);
    expect(refused.body).not.toContain('"posts"');
  });

  it('is not sent instead of the redirect to the trailing slash', async () => {
    await wire(origin, pathOf('authors/'));
    expect((await wire(origin, pathOf('authors'))).status).toContain(' 301 ');
  });

  it('of a member is sent to no visitor without a token, and the other way round', async () => {
    const privateKey = await service.source.manager.findOneByOrFail(Setting, { key: 'members_private_key' });
    const claims = { sub: 'paid@example.com', aud: SITE_URL, iss: `${SITE_URL}/members/api` };
    const token = sign(claims, privateKey.value ?? '', { algorithm: 'RS512', expiresIn: 600 });
    const asMember = [`Authorization: GhostMembers ${token}`];
    const path = pathOf('posts/slug/paid-only/?formats=html');
    const bodies: string[] = [];
    const cacheControls: (string | undefined)[] = [];
    for (const headers of [asMember, [], asMember, []]) {
      const response = await wire(origin, path, headers);
      bodies.push(response.body);
      cacheControls.push(response.headers.find((header) => header.startsWith('cache-control')));
    }
    expect(bodies.map((body) => body.includes(CANARY))).toEqual([true, false, true, false]);
    const [ofMember, ofVisitor] = ['cache-control: private, no-store', 'cache-control: public, max-age=0'];
    expect(cacheControls).toEqual([ofMember, ofVisitor, ofMember, ofVisitor]);
  });

  it('is measured, logged and traced like the first one', async () => {
    const path = pathOf('pages/?limit=2');
    for (let time = 0; time < 2; time++) await wire(origin, path, ['X-Request-Id: abc-1']);
    const requests = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(requests).toHaveLength(2);
    for (const line of requests) expect(line).toMatchObject({ msg: 'request', requestId: 'abc-1', status: 200 });
    const { body } = await wire(origin, '/metrics');
    expect(body).toMatch(/content_cache_requests_total\{outcome="hit"[^}]*\} [1-9]/);
    expect(body).toMatch(
      /http_request_duration_seconds_count\{[^}]*route="\/ghost\/api\/v3\/content\/pages",status="200"[^}]*\} 2/,
    );
    await stopTracing();
    expect(collector.spans.filter(({ name }) => name === 'GET /ghost/api/v3/content/pages')).toHaveLength(2);
  });
});
