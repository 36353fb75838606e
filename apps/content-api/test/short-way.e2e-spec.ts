import { once } from 'node:events';
import { createConnection } from 'node:net';
import { startTestService, type TestService } from './service';
import { fillSite } from './site';

/** The answer as bytes on the wire: what a client sees, whichever way made it. */
async function wire(
  origin: string,
  path: string,
  headers: string[] = [],
): Promise<{ status: string; headers: string[]; body: string }> {
  const { hostname, port } = new URL(origin);
  const socket = createConnection(Number(port), hostname);
  socket.write([`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const names = lines.map((line) =>
    line.replace(/^(x-request-id|date): .*/i, '$1').replace(/^[^:]+/, (name) => name.toLowerCase()),
  );
  return { status, headers: names.sort(), body };
}

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
