import { startTestService, type TestService } from './service';
import { fillSite } from './site';
import { wire } from './wire';

describe('an answer from memory', () => {
  let service: TestService;
  let origin: string;

  beforeAll(async () => {
    service = await startTestService();
    await fillSite(service.source);
    await service.app.listen(0, '127.0.0.1');
    origin = await service.app.getUrl();
  });
  afterAll(() => service.stop());

  it.each([
    ['as it is', []],
    ['compressed', ['Accept-Encoding: br']],
    ['compressed with gzip', ['Accept-Encoding: gzip, deflate']],
  ])('is the same to the byte as the one that was made, %s', async (name, headers) => {
    const path = `/ghost/api/v3/content/posts/?key=${service.contentKey.secret}&formats=html&limit=${name.length}`;
    const made = await wire(origin, path, headers);
    const remembered = await wire(origin, path, headers);
    expect(made.status).toBe('HTTP/1.1 200 OK');
    expect(remembered).toEqual(made);
  });

  it('is 304 for who has it, with the same headers', async () => {
    const path = `/ghost/api/v3/content/tags/?key=${service.contentKey.secret}`;
    const { headers } = await wire(origin, path);
    const etag = headers.find((header) => header.startsWith('etag'))?.replace('etag: ', '');
    const unchanged = await wire(origin, path, [`If-None-Match: ${etag}`]);
    expect(unchanged).toMatchObject({ status: 'HTTP/1.1 304 Not Modified', body: '' });
    expect(unchanged.headers).toEqual(
      expect.arrayContaining(['cache-control: public, max-age=0', 'access-control-allow-origin: *', `etag: ${etag}`]),
    );
  });

  it('is not given under another key', async () => {
    const path = '/ghost/api/v3/content/posts/?key=';
    await wire(origin, path + service.contentKey.secret);
    expect((await wire(origin, `${path}0123456789abcdef0123456789`)).status).toBe('HTTP/1.1 401 Unauthorized');
  });

  it('is counted under its route', async () => {
    const path = `/ghost/api/v3/content/authors/?key=${service.contentKey.secret}`;
    await wire(origin, path);
    await wire(origin, path);
    const { body } = await wire(origin, '/metrics');
    expect(body).toMatch(/http_request_duration_seconds_count\{[^}]*route="[^"]*content\/authors[^"]*"[^}]*\} 2/);
  });
});
