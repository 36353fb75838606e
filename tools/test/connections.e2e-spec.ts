import { TcpProxy } from '@almanac/testing';
import { Client } from 'pg';
import { eventually } from './local-run';
import { type ServiceResponse, ProductionSite, type ServiceName } from './production-site';

const MINUTES = 60_000;
const QUERY = '{ events(filter: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" }) { id } }';

describe('connections to PostgreSQL', () => {
  let site: ProductionSite;
  let replica: TcpProxy;
  let client: Client;

  beforeAll(async () => {
    site = await ProductionSite.start({
      environment: async (url) => {
        replica = await TcpProxy.open(Number(new URL(url).port));
        // A copy without replication: its content shows which server a read used.
        const server = new Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
        await server.connect();
        await server.query('create database replica template almanac');
        await server.end();
        const copy = Object.assign(new URL(url), { pathname: '/replica', host: `127.0.0.1:${replica.port}` });
        return { DATABASE_READ_URL: copy.href };
      },
    });
    client = new Client({ connectionString: site.databaseUrl });
    await client.connect();
    await site.signIn();
  }, 5 * MINUTES);
  afterAll(async () => {
    await client?.end();
    await site?.stop();
    await replica?.close();
  });

  const isUp = async (name: ServiceName): Promise<string | undefined> => {
    const text = await (await fetch(`${site.urlOf(name)}/metrics`)).text();
    return /^database_replica_up\{.*\} (\d)$/m.exec(text)?.[1];
  };

  it('are at most ten per process under load, including the one that listens', async () => {
    const load = Array.from({ length: 40 }, (_, index): Promise<ServiceResponse>[] => [
      site.content(index),
      site.admin('posts/?limit=5'),
      site.admin('posts/', 'POST', { posts: [{ title: `Post ${index}` }] }),
      site.calendar(QUERY),
    ]);
    const done = Promise.all(load.flat());
    let isOver = false;
    void done.then(() => (isOver = true));
    const most: Record<string, number> = {};
    while (!isOver) {
      const { rows } = await client.query<{ name: string; count: number }>(
        `select substring(application_name from '^almanac-(?:content-api|admin-api|calendar-graphql|scheduler-worker|listen)') as name,
           count(*)::int as count from pg_stat_activity where application_name like 'almanac-%' group by 1`,
      );
      for (const { name, count } of rows) most[name] = Math.max(most[name] ?? 0, count);
    }
    process.stdout.write(`most connections: ${JSON.stringify(most)}\n`);
    // A slow machine refuses some requests.
    expect((await done).filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    // Two services listen, each on one connection.
    expect(most['almanac-listen']).toBe(2);
    expect(most['almanac-content-api']).toBeLessThanOrEqual(9);
    expect(most['almanac-scheduler-worker']).toBeLessThanOrEqual(9);
    expect(most['almanac-admin-api']).toBeLessThanOrEqual(10);
    expect(most['almanac-calendar-graphql']).toBeLessThanOrEqual(10);
  });

  it('go to the primary while the replica is down, with a log line and a metric, and back afterwards', async () => {
    const change = { title: 'Only on the primary', status: 'published' };
    expect((await site.admin('posts/', 'POST', { posts: [change] })).status).toBe(201);
    const shows = async (): Promise<boolean> => (await site.content('same')).body.includes('Only on the primary');
    expect([await isUp('content-api'), await isUp('calendar-graphql'), await shows()]).toEqual(['1', '1', false]);

    const { port } = replica;
    await replica.close();
    const responses = await Promise.all([site.content('same'), site.calendar(QUERY), site.ready('content-api')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    // Responses cached from the replica are not served any more.
    await eventually(shows);
    await eventually(async () => (await isUp('content-api')) === '0' && (await isUp('calendar-graphql')) === '0');
    for (const name of ['content-api', 'calendar-graphql'] as const)
      expect(site.logOf(name).filter(({ msg }) => msg.startsWith('The read replica cannot be reached'))).toHaveLength(
        1,
      );

    replica = await TcpProxy.open(Number(new URL(site.databaseUrl).port), port);
    await eventually(async () => (await isUp('content-api')) === '1' && (await isUp('calendar-graphql')) === '1');
    await eventually(async () => !(await shows()));
    expect(site.exits).toEqual([]);
  });
});
