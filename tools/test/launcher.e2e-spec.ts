import { AdminClient } from '@almanac/client';
import { createTransport } from 'nodemailer';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { eventually, LocalInstallation, type LocalRun, processesNaming } from './local-run';
import { Receiver, walkTheWholePath } from './whole-path';

jest.setTimeout(240_000);

const SERVICES = ['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker'];

const isUp = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

/** The status of a request with the header `host`, as after DNS rebinding. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { host }, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end();
  });
}

async function sendMail(port: number): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true });
  const mail = { from: 'a@example.com', to: 'kept@example.com', subject: 'Kept over a restart', text: 'Still here' };
  await transport.sendMail(mail);
  transport.close();
}

/** The pid of a service of this installation. */
function pidOf(installation: LocalInstallation, service: string): number | undefined {
  const ours = new Set(processesNaming(installation.state));
  return processesNaming(`apps/${service}/dist/main.js`).find((pid) => ours.has(pid));
}

describe('npm start', () => {
  let installation: LocalInstallation;
  let run: LocalRun;

  beforeAll(async () => {
    installation = await LocalInstallation.create();
    run = installation.start();
    await run.ready();
  });
  afterAll(async () => {
    run.kill('SIGINT');
    await run.end();
    installation.remove();
  });

  it('writes addresses and keys to local.json', () => {
    const local = installation.describe();
    for (const origin of [
      local.siteUrl,
      local.contentApiUrl,
      local.adminApiUrl,
      local.calendarUrl,
      local.workerUrl,
      local.mailboxUrl,
    ]) {
      expect(new URL(origin).pathname).toBe('/');
      expect(origin.endsWith('/')).toBe(false);
    }
    expect(local.consoleUrl).toBe(`${local.adminApiUrl}/console/`);
    expect(local.contentKey).toMatch(/^[\da-f]{26}$/);
    expect(local.adminKey).toMatch(/^[\da-f]{24}:[\da-f]{64}$/);
    expect(local.schedulerKey).toMatch(/^[\da-f]{24}:[\da-f]{64}$/);
    expect(local).toMatchObject({
      owner: { email: expect.any(String), password: expect.any(String) },
      calendarSession: { hash: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  it('creates the sample site', async () => {
    const { contentApiUrl, contentKey } = installation.describe();
    const get = async (path: string): Promise<Record<string, unknown[]>> => {
      const response = await fetch(
        `${contentApiUrl}/ghost/api/v3/content/${path}?key=${contentKey}&limit=all&include=tags,authors`,
      );
      return (await response.json()) as Record<string, unknown[]>;
    };
    const { posts = [] } = await get('posts/');
    expect(posts).toHaveLength(12);
    expect(posts[0]).toMatchObject({
      title: 'How to read a tide table',
      primary_author: { name: 'Mara Lindqvist' },
      feature_image: expect.stringMatching(/^http.*\.png$/),
    });
    expect((await get('pages/')).pages).toHaveLength(3);
    expect((await get('authors/')).authors?.length).toBeGreaterThanOrEqual(3);
  });

  it('shows the images it seeded', async () => {
    const { siteUrl, contentKey } = installation.describe();
    const response = await fetch(
      `${siteUrl}/ghost/api/v3/content/posts/?key=${contentKey}&limit=1&fields=feature_image`,
    );
    const { posts } = (await response.json()) as { posts: { feature_image: string }[] };
    expect(posts[0]?.feature_image.startsWith(`${siteUrl}/content/images/`)).toBe(true);
    const image = await fetch(posts[0]?.feature_image ?? '');
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('publishes a scheduled post, delivers its signed webhook and serves it to a reader', async () => {
    const receiver = await Receiver.listen();
    const { arrival, isGhostSigned, isStandardSigned, read } = await walkTheWholePath(
      installation.describe(),
      receiver,
    );
    await receiver.close();
    expect({ isGhostSigned, isStandardSigned }).toEqual({ isGhostSigned: true, isStandardSigned: true });
    expect(JSON.parse(arrival.body).post).toMatchObject({
      current: { title: 'The whole path', status: 'published' },
      previous: { status: 'scheduled' },
    });
    expect(read).toMatchObject({ title: 'The whole path', html: '<p>From one end to the other.</p>' });
  });

  it('prints first the site and the Console, then addresses that all open', async () => {
    const { siteUrl, consoleUrl, owner } = installation.describe();
    const [, printed = ''] = run.output.split('Almanac is ready');
    const urls = [...printed.matchAll(/http:\/\/\S+/g)].map(([url]) => url);
    expect(urls.slice(0, 2)).toEqual([siteUrl, consoleUrl]);
    expect(printed).toContain(`sign in as ${owner.email} with the password ${owner.password}`);
    // The launcher builds the Console and the site while the services already run.
    await eventually(() => isUp(consoleUrl), 120_000);
    await eventually(() => isUp(siteUrl), 60_000);
    const statuses = urls.map(async (url) => [url, (await fetch(url, { headers: { accept: 'text/html' } })).status]);
    expect(await Promise.all(statuses)).toEqual(urls.map((url) => [url, 200]));
  });

  it('prints its steps with their times as plain lines without a terminal', () => {
    expect(run.output).toMatch(/^Almanac is starting\..*\n/);
    expect(run.output).toMatch(/^✓ Database ready \d+\.\d s$/m);
    expect(run.output).toMatch(/^✓ Services started \d+\.\d s$/m);
    expect(run.output).not.toMatch(/[\r\u001B]/);
  });

  it("accepts the session of staff on the Console's origin, never on the site's", async () => {
    const { siteUrl, adminApiUrl, owner } = installation.describe();
    const signIn = (to: string, origin: string): Promise<Response> =>
      fetch(`${to}/ghost/api/canary/admin/session/`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify({ username: owner.email, password: owner.password }),
      });
    const opened = await signIn(adminApiUrl, adminApiUrl);
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect([opened.status, cookie]).toEqual([201, expect.stringContaining('session=')]);
    const read = async (to: string, origin: string): Promise<number> =>
      (await fetch(`${to}/ghost/api/canary/admin/users/me/`, { headers: { origin, cookie } })).status;
    expect(await read(adminApiUrl, adminApiUrl)).toBe(200);
    expect([await read(siteUrl, siteUrl), await read(siteUrl, adminApiUrl), await read(adminApiUrl, siteUrl)]).toEqual([
      403, 403, 400,
    ]);
    const refused = await Promise.all([
      signIn(siteUrl, siteUrl),
      signIn(siteUrl, adminApiUrl),
      signIn(adminApiUrl, siteUrl),
    ]);
    expect(refused.map(({ status, headers }) => [status, headers.get('set-cookie')])).toEqual([
      [400, null],
      [403, null],
      [400, null],
    ]);
  });

  it("serves all APIs on the site's origin", async () => {
    const { siteUrl, contentKey, adminKey } = installation.describe();
    const status = async (path: string, headers = {}): Promise<number> =>
      (await fetch(`${siteUrl}${path}`, { headers, redirect: 'manual' })).status;
    expect(await status(`/ghost/api/v3/content/posts/?key=${contentKey}`)).toBe(200);
    const { posts } = await new AdminClient({ url: siteUrl, key: adminKey, version: 'v5' }).get('/posts/');
    expect(posts.length).toBeGreaterThan(0);
    expect(await status('/members/?token=unknown')).toBe(302);
    expect(await status('/graphql?query={__typename}', { 'apollo-require-preflight': '1' })).toBe(200);
    expect(await status('/no-post-of-ours/')).toBe(404);
  });

  it('restarts a killed service while the others respond', async () => {
    const { contentApiUrl, adminApiUrl, calendarUrl, workerUrl } = installation.describe();
    const origins: Record<string, string> = {
      'content-api': contentApiUrl,
      'admin-api': adminApiUrl,
      'calendar-graphql': calendarUrl,
      'scheduler-worker': workerUrl,
    };
    for (const [service, origin] of Object.entries(origins)) {
      const pid = pidOf(installation, service);
      expect(pid).toBeDefined();
      process.kill(pid ?? 0, 'SIGKILL');
      const others = Object.values(origins).filter((other) => other !== origin);
      expect(await Promise.all(others.map((other) => isUp(`${other}/health/ready`)))).toEqual([true, true, true]);
      await eventually(() => isUp(`${origin}/health/ready`));
      expect(pidOf(installation, service)).not.toBe(pid);
    }
  });

  it('does not start a second time; the error names the addresses and how to stop it', async () => {
    const before = readFileSync(join(installation.state, 'local.json'), 'utf8');
    const second = installation.start();
    expect(await second.end()).toBe(1);
    expect(second.output).toMatch(/^Almanac cannot start. Almanac already runs: process \d+, started 20\S+Z\./);
    expect(second.output).toContain(installation.describe().contentApiUrl);
    expect(second.output).toContain(`or with: kill ${run.pid}`);
    expect(second.output).not.toMatch(/installed|built/);
    expect(readFileSync(join(installation.state, 'local.json'), 'utf8')).toBe(before);
    expect(await isUp(`${installation.describe().contentApiUrl}/health/ready`)).toBe(true);
  });

  it('responds only to the host names of this machine', async () => {
    const { siteUrl, contentApiUrl, adminApiUrl, calendarUrl, workerUrl, mailboxUrl } = installation.describe();
    const paths = [
      `${siteUrl}/`,
      `${siteUrl}/ghost/api/v3/content/posts/`,
      `${contentApiUrl}/ghost/api/v3/content/posts/`,
      `${adminApiUrl}/ghost/api/v3/admin/site/`,
      `${calendarUrl}/graphql`,
      `${workerUrl}/queues`,
      `${workerUrl}/metrics`,
      `${mailboxUrl}/api/messages`,
      `${mailboxUrl}/`,
    ];
    for (const url of paths) {
      for (const host of ['evil.example', `evil.example:${new URL(url).port}`, 'localhost.evil.example'])
        expect([url, host, await statusFor(url, host)]).toEqual([url, host, 421]);
      for (const host of ['localhost', `127.0.0.1:${new URL(url).port}`, '[::1]'])
        expect([url, host, await statusFor(url, host)]).not.toEqual([url, host, 421]);
    }
  });

  it('names the port that another program uses', async () => {
    const other = await LocalInstallation.create();
    const blocker = createServer();
    await new Promise<void>((done) => blocker.listen(Number(other.environment.ADMIN_API_PORT), '0.0.0.0', done));
    const refused = other.start();
    expect(await refused.end()).toBe(1);
    expect(refused.output).toContain(
      `Another program uses port ${other.environment.ADMIN_API_PORT}. Stop that program, or choose another port: ADMIN_API_PORT=<port> npm start`,
    );
    expect(processesNaming(other.state)).toEqual([]);
    await new Promise((done) => blocker.close(done));
    other.remove();
  });

  it('starts on the same data after a SIGKILL, and leaves no process after SIGINT', async () => {
    const before = installation.describe();
    await sendMail(Number(installation.environment.SMTP_PORT));
    const logs = ['content-api', 'scheduler-worker', 'postgres'].map((name) =>
      join(installation.state, 'logs', `${name}.log`),
    );
    const texts = logs.map((log) => readFileSync(log, 'utf8'));
    run.kill('SIGKILL');
    await run.end();
    await eventually(() => SERVICES.every((service) => pidOf(installation, service) === undefined));
    run = installation.start();
    const page = (): Promise<string> =>
      fetch(before.siteUrl, { headers: { accept: 'text/html' } }).then(
        (response) => response.text(),
        () => '',
      );
    await eventually(async () => (await page()).includes('Almanac is starting'), 20_000);
    expect(await run.ready()).toEqual(before);
    await eventually(async () => (await page()).includes('The Harbour Almanac'));
    logs.forEach((log, index) => expect(readFileSync(log, 'utf8').startsWith(texts[index] ?? '')).toBe(true));
    const mails = (await (await fetch(`${before.mailboxUrl}/api/messages?to=kept@example.com`)).json()) as object[];
    expect(mails).toMatchObject([{ subject: 'Kept over a restart', text: expect.stringContaining('Still here') }]);
    run.kill('SIGINT');
    expect(await run.end()).toBe(0);
    expect(processesNaming(installation.state)).toEqual([]);
    run = installation.start({}, ['--empty']);
    await run.ready();
  });
});
