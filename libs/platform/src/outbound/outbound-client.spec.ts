import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { AddressGuard } from './address-guard';
import { OutboundClient } from './outbound-client';
import { TargetRefusedError } from './target-refused-error';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const limits = { method: 'POST', timeoutMs: 2_000, maxResponseBytes: 100 } as const;

describe('OutboundClient', () => {
  let server: Server;
  let connections = 0;
  let respond: Respond = (_request, response) => response.end('ok');
  let port: number;
  const clients: OutboundClient[] = [];

  function clientOf(
    allowed: string[],
    resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>,
  ): OutboundClient {
    const client = new OutboundClient({
      guard: new AddressGuard(allowed),
      connectTimeoutMs: 1_000,
      connectionsPerOrigin: 2,
      resolve,
    });
    clients.push(client);
    return client;
  }

  beforeAll(async () => {
    server = createServer((request, response) => respond(request, response));
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    connections = 0;
    respond = (_request, response) => response.end('ok');
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('returns status, headers and body of an allowed target', async () => {
    const response = await clientOf(['127.0.0.0/8']).send({ ...limits, url: `http://127.0.0.1:${port}/` });
    expect(response).toMatchObject({ status: 200, isTruncated: false });
    expect(response.body.toString()).toBe('ok');
  });

  it.each([
    '127.0.0.1',
    '0',
    '0x7f.1',
    '2130706433',
    '127.1',
    '017700000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
    '①②⑦.⓪.⓪.①',
  ])('opens no connection to loopback written as %s', async (host) => {
    await expect(clientOf([]).send({ ...limits, url: `http://${host}:${port}/` })).rejects.toThrow(
      /not an allowed target|not connected/,
    );
    expect(connections).toBe(0);
  });

  it('opens no connection if a name resolves to loopback after the check', async () => {
    const resolutions = [[{ address: '8.8.8.8', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
    const client = clientOf([], () => Promise.resolve(resolutions.shift() ?? [{ address: '127.0.0.1', family: 4 }]));
    await client.assertAllowedTarget(`http://rebind.example:${port}/`);
    await expect(client.send({ ...limits, url: `http://rebind.example:${port}/` })).rejects.toThrow(TargetRefusedError);
    expect(connections).toBe(0);
  });

  it('shares the running lookup of a host name, whose time counts for the time limit of the connection', async () => {
    const lookups: string[] = [];
    const client = clientOf(['127.0.0.0/8'], (hostname) => {
      lookups.push(hostname);
      const addresses = [{ address: '127.0.0.1', family: 4 }];
      return hostname === 'dead.example' ? new Promise(() => undefined) : Promise.resolve(addresses);
    });
    const send = (hostname: string): Promise<unknown> =>
      client.send({ ...limits, url: `http://${hostname}:${port}/` }).then(
        ({ status }) => status,
        ({ code }: NodeJS.ErrnoException) => code,
      );
    const failures = Promise.all([send('dead.example'), send('dead.example')]);
    expect(await send('healthy.example')).toBe(200);
    expect(await failures).toEqual(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);
    expect(await send('dead.example')).toBe('UND_ERR_CONNECT_TIMEOUT');
    expect(lookups).toEqual(['dead.example', 'healthy.example']);
  });

  it('looks a host name up again when the last lookup has ended', async () => {
    let lookups = 0;
    const client = clientOf(['127.0.0.0/8'], () => {
      lookups += 1;
      return lookups === 1
        ? Promise.reject(new Error('No answer.'))
        : Promise.resolve([{ address: '8.8.8.8', family: 4 }]);
    });
    await client.assertAllowedTarget('http://later.example/');
    await client.assertAllowedTarget('http://later.example/');
    expect(lookups).toBe(2);
  });

  it('does not follow a redirect', async () => {
    respond = (_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` }).end();
    const response = await clientOf(['127.0.0.0/8']).send({ ...limits, url: `http://127.0.0.1:${port}/` });
    expect(response.status).toBe(302);
    expect(connections).toBe(1);
  });

  it('stops reading a body that is too large', async () => {
    respond = (_request, response) => response.end('x'.repeat(1_000_000));
    const response = await clientOf(['127.0.0.0/8']).send({ ...limits, url: `http://127.0.0.1:${port}/` });
    expect(response.isTruncated).toBe(true);
    expect(response.body).toHaveLength(100);
  });

  it('fails if the server does not end its response in time', async () => {
    respond = (_request, response) => void response.write('x');
    await expect(
      clientOf(['127.0.0.0/8']).send({ ...limits, timeoutMs: 50, url: `http://127.0.0.1:${port}/` }),
    ).rejects.toThrow(/timeout|aborted/i);
  });

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'http://user:pw@example.com/',
    'nonsense',
    '',
  ])('refuses %s', (url) => {
    expect(() => clientOf([]).assertAllowedUrl(url)).toThrow(TargetRefusedError);
  });
});
