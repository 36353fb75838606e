import { freePort } from '@almanac/testing';
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually, ROOT } from './local-run';

const SERVICES = ['content-api', 'admin-api', 'calendar-graphql', 'site'] as const;
type ServiceName = (typeof SERVICES)[number];

interface Seen {
  service: ServiceName;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A server that answers with what it received, except on three paths that fail in their own way. */
async function startUpstream(service: ServiceName, port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/breaks')) {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
      return;
    }
    if (request.url?.endsWith('/resets')) return void request.socket.destroy();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks).toString();
      response
        .writeHead(200, { 'set-cookie': ['a=1', 'b=2'] })
        .end(JSON.stringify({ service, method, url, headers, body }));
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const html = { accept: 'text/html,*/*;q=0.8' };

describe('the edge of a local run', () => {
  const upstreams = new Map<ServiceName, Server>();
  let edge: ChildProcess;
  let url: string;
  let sitePort: number;

  beforeAll(async () => {
    for (const service of SERVICES) upstreams.set(service, await startUpstream(service));
    const port = await freePort();
    url = `http://localhost:${port}`;
    const targets = [...upstreams].map(([service, server]) => [service, `http://localhost:${portOf(server)}`]);
    sitePort = Number(new URL(targets.at(-1)?.[1] ?? '').port);
    edge = spawn(process.execPath, [join(ROOT, 'tools/local/edge/main.mjs')], {
      env: {
        EDGE_PORT: String(port),
        EDGE_TARGETS: JSON.stringify(Object.fromEntries(targets)),
        HOST: '127.0.0.1',
        ALLOWED_HOSTS: 'localhost,127.0.0.1,[::1]',
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await eventually(() => fetch(url).catch(() => undefined));
  });
  afterAll(async () => {
    const exited = new Promise((done) => edge.once('exit', done));
    edge.kill('SIGTERM');
    await exited;
    for (const server of upstreams.values()) {
      server.closeAllConnections();
      server.close();
    }
  });

  const seen = async (path: string, init: RequestInit = {}): Promise<Seen> =>
    (await (await fetch(`${url}${path}`, init)).json()) as Seen;

  /** A request whose Host header and path are sent as they are given. */
  const raw = (path: string, host: string): Promise<IncomingMessage> =>
    new Promise((done, fail) => {
      httpRequest(url, { path, headers: { host }, agent: false }, (response) => done(response.resume()))
        .on('error', fail)
        .end();
    });

  it.each<[path: string, service: ServiceName]>([
    ['/ghost/api/v3/content/posts/?key=x', 'content-api'],
    ['/ghost/api/canary/content/settings/', 'content-api'],
    ['/ghost/api/content/posts/', 'content-api'],
    ['/Ghost/API/v2/Content/posts/', 'content-api'],
    ['/ghost/api/v3/admin/posts/', 'admin-api'],
    ['/ghost/api/admin/site/', 'admin-api'],
    ['/ghost/api/v3/contents/', 'admin-api'],
    ['/ghost/api', 'admin-api'],
    ['/members/?token=x', 'admin-api'],
    ['/members/api/session', 'admin-api'],
    ['/content/images/2026/11/a.png', 'admin-api'],
    ['/graphql', 'calendar-graphql'],
    ['/graphql?query=x', 'calendar-graphql'],
    ['/sign-in?hash=x', 'calendar-graphql'],
    ['/calendars/harbour.ics', 'calendar-graphql'],
    ['/events/5.ics', 'calendar-graphql'],
    ['/feeds/x', 'calendar-graphql'],
    ['/import', 'calendar-graphql'],
    ['/rsvp/token', 'calendar-graphql'],
    ['/', 'site'],
    ['/a-post/', 'site'],
    ['/events/', 'site'],
    ['/events/a-page/', 'site'],
    ['/contents/', 'site'],
    ['/membership/', 'site'],
    ['/graphql-for-beginners/', 'site'],
    ['/tag/graphql/', 'site'],
    ['/ghost/', 'site'],
    ['/?next=/graphql', 'site'],
  ])('sends %s to %s', async (path, service) => {
    expect(await seen(path)).toMatchObject({ service, url: path, method: 'GET' });
  });

  it('streams bodies and keeps method, headers and several cookies', async () => {
    const body = 'x'.repeat(3_000_000);
    const response = await fetch(`${url}/ghost/api/v3/admin/images/upload/`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: 'Ghost token', cookie: 'c=3' },
      body,
    });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    const { body: received, ...request } = (await response.json()) as Seen;
    expect(received).toHaveLength(body.length);
    expect(request).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: 'Ghost token', cookie: 'c=3', host: new URL(url).host },
    });
  });

  it('sets the forwarded headers, and drops those of the client', async () => {
    const forged = {
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'admin.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-prefix': '/x',
      forwarded: 'for=1.2.3.4',
    };
    const { headers } = await seen('/ghost/api/v3/admin/site/', { headers: forged });
    expect(headers['x-forwarded-for']).toMatch(/127\.0\.0\.1$/);
    expect(headers).toMatchObject({ 'x-forwarded-host': new URL(url).host, 'x-forwarded-proto': 'http' });
    expect(Object.keys(headers)).not.toContain('forwarded');
    expect(Object.keys(headers)).not.toContain('x-forwarded-prefix');
  });

  it('serves only the host names of this machine', async () => {
    for (const path of ['/', '/graphql', '/ghost/api/v3/content/posts/']) {
      expect((await raw(path, 'evil.example')).statusCode).toBe(421);
      expect((await raw(path, `localhost.evil.example:${new URL(url).port}`)).statusCode).toBe(421);
      expect((await raw(path, '[::1]')).statusCode).toBe(200);
    }
  });

  it('survives services that reset or break off', async () => {
    await expect(fetch(`${url}/a/breaks`).then((response) => response.text())).rejects.toThrow();
    const reset = await fetch(`${url}/graphql/resets`);
    expect([reset.status, reset.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await reset.json()).toEqual({
      errors: [{ message: 'calendar-graphql does not respond. Try again in a few seconds.', code: 'UNAVAILABLE' }],
    });
    expect(await seen('/')).toMatchObject({ service: 'site' });
  });

  it('survives clients that break off', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const leaving = httpRequest(`${url}/ghost/api/v3/admin/x/`, {
        method: 'POST',
        headers: { 'content-length': 1e6 },
      });
      leaving.on('error', () => undefined).write('half');
      setTimeout(() => leaving.destroy(), attempt);
    }
    await new Promise((done) => setTimeout(done, 100));
    expect(await seen('/')).toMatchObject({ service: 'site' });
    expect(edge.exitCode).toBeNull();
  });

  describe('without a site', () => {
    const statusAndText = async (path: string, headers = {}): Promise<[number, string, Headers]> => {
      const response = await fetch(`${url}${path}`, { headers });
      return [response.status, await response.text(), response.headers];
    };
    beforeAll(async () => {
      const site = upstreams.get('site');
      site?.closeAllConnections();
      await new Promise((done) => site?.close(done));
    });

    it('shows until the services respond that Almanac is starting, and what it does', async () => {
      edge.send({ isReady: false, step: 'Building <the> services', links: [] });
      const [status, text, headers] = await eventually(async () => {
        const response = await statusAndText('/', html);
        return response[1].includes('Building') ? response : undefined;
      });
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
      expect(text).toContain('<meta http-equiv="refresh" content="1">');
      expect(text).toContain('Now: Building &lt;the&gt; services.');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect((await statusAndText('/a-post/'))[1]).toBe(
        '{"errors":[{"message":"Almanac is starting.","code":"STARTING"}]}',
      );
    });

    it('then shows where everything is, and opens the site as soon as one listens', async () => {
      edge.send({ isReady: true, step: '', links: [['Console', 'http://localhost:4002/console/?a="&b']] });
      await eventually(async () => (await statusAndText('/', html))[0] === 200);
      const [, text] = await statusAndText('/', html);
      expect(text).toContain('<a href="http://localhost:4002/console/?a=&quot;&amp;b">Console</a>');
      expect(text).toContain(`port ${sitePort}`);
      expect(text).not.toContain('refresh');
      expect((await statusAndText('/a-post/', html))[0]).toBe(404);
      upstreams.set('site', await startUpstream('site', sitePort));
      expect(await seen('/a-post/')).toMatchObject({ service: 'site' });
    });
  });
});
