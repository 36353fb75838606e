import { createServer } from 'node:http';
import { eventually, LocalInstallation, type LocalRun, processesNaming } from './local-run';
import { Receiver, walkTheWholePath } from './whole-path';

jest.setTimeout(240_000);

const SERVICES = ['content-api', 'admin-api', 'calendar-graphql', 'scheduler-worker'];

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

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

  it('describes what runs in local.json', () => {
    const local = installation.describe();
    for (const origin of [
      local.contentApiUrl,
      local.adminApiUrl,
      local.calendarUrl,
      local.workerUrl,
      local.mailboxUrl,
    ]) {
      expect(new URL(origin).pathname).toBe('/');
      expect(origin.endsWith('/')).toBe(false);
    }
    expect(local.contentKey).toMatch(/^[\da-f]{26}$/);
    expect(local.adminKey).toMatch(/^[\da-f]{24}:[\da-f]{64}$/);
    expect(local.schedulerKey).toMatch(/^[\da-f]{24}:[\da-f]{64}$/);
    expect(local).toMatchObject({
      owner: { email: expect.any(String), password: expect.any(String) },
      calendarSession: { hash: expect.stringMatching(/^[\w-]{43}$/) },
    });
  });

  it('has a site that looks like one', async () => {
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
    const { contentApiUrl, contentKey, adminApiUrl } = installation.describe();
    const response = await fetch(
      `${contentApiUrl}/ghost/api/v3/content/posts/?key=${contentKey}&limit=1&fields=feature_image`,
    );
    const { posts } = (await response.json()) as { posts: { feature_image: string }[] };
    const image = await fetch(`${adminApiUrl}${new URL(posts[0]?.feature_image ?? '').pathname}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('goes the whole path: integration, webhook, post, schedule, publication, signed delivery, reader', async () => {
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

  it('keeps answering when any service is killed, and starts it again', async () => {
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
      expect(await Promise.all(others.map((other) => answers(`${other}/health/ready`)))).toEqual([true, true, true]);
      await eventually(() => answers(`${origin}/health/ready`));
      expect(pidOf(installation, service)).not.toBe(pid);
    }
  });

  it('says clearly which port is taken', async () => {
    const other = await LocalInstallation.create();
    const blocker = createServer();
    await new Promise<void>((done) => blocker.listen(Number(other.environment.ADMIN_API_PORT), '0.0.0.0', done));
    const refused = other.start();
    expect(await refused.end()).toBe(1);
    expect(refused.output).toContain(
      `Port ${other.environment.ADMIN_API_PORT} is taken by another program. Free it, or choose another with ADMIN_API_PORT.`,
    );
    expect(processesNaming(other.state)).toEqual([]);
    await new Promise((done) => blocker.close(done));
    other.remove();
  });

  it('starts again on the same data after it was killed, and leaves nothing behind when interrupted', async () => {
    const before = installation.describe();
    run.kill('SIGKILL');
    await run.end();
    await eventually(() => SERVICES.every((service) => pidOf(installation, service) === undefined));
    run = installation.start();
    expect(await run.ready()).toEqual(before);
    run.kill('SIGINT');
    expect(await run.end()).toBe(0);
    expect(processesNaming(installation.state)).toEqual([]);
    run = installation.start({}, ['--empty']);
    await run.ready();
  });
});
