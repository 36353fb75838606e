import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Client } from 'pg';
import { ContentDatabase } from '../src/database/content-database';
import { request, startTestService, type TestService, until } from './service';
import { fillSite } from './site';

const renameTag = (slug: string, name: string): string =>
  `update publishing.tags set name = '${name}' where slug = '${slug}'`;

describe('the site revision', () => {
  let service: TestService;
  let replica: NestFastifyApplication;
  const open: Client[] = [];

  beforeAll(async () => {
    service = await startTestService({ rateLimits: 'off' });
    await fillSite(service.source);
    await service.source.query(
      `insert into publishing.tags (id, name, slug, created_at, updated_at)
       select lpad(n::text, 24, '0'), 'Tag ' || n, 'numbered-' || n, now(), now() from generate_series(1, 200) n`,
    );
    // Readers see tags of published posts only.
    await service.source.query(
      `insert into publishing.posts_tags (id, post_id, tag_id, sort_order)
       select 'x' || t.id, p.id, t.id, 9 from publishing.tags t, publishing.posts p
       where t.slug like 'numbered-%' and p.slug = 'open'`,
    );
    replica = await service.startReplica();
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.end()));
  });
  afterAll(() => service.stop());

  async function connect(): Promise<Client> {
    const client = new Client({ connectionString: service.database.url });
    await client.connect();
    await client.query(`set lock_timeout = '2s'`);
    open.push(client);
    return client;
  }

  /** A transaction that has raised the revision and is not committed. */
  async function raiseInOpenTransaction(statement: string): Promise<Client> {
    const client = await connect();
    await client.query('begin');
    await client.query(statement);
    await client.query('set constraints all immediate');
    return client;
  }

  const revisionOf = async (): Promise<bigint> => {
    const [row] = await service.source.query<{ revision: string }[]>('select revision from publishing.site_revision');
    return BigInt(row?.revision ?? 0);
  };
  const shown = async (slug: string): Promise<string[]> => {
    const url = `/ghost/api/v3/content/tags/slug/${slug}/?key=${service.contentKey.secret}`;
    const replies = await Promise.all([service.app, replica].map((app) => request(app, url)));
    return replies.map(({ body }) => String(body.tags?.[0]?.name));
  };
  const showsEverywhere = (slug: string, name: string) => async (): Promise<boolean> =>
    (await shown(slug)).every((one) => one === name);

  it('does not make one transaction wait until another one commits', async () => {
    const first = await raiseInOpenTransaction(renameTag('numbered-1', 'First'));
    const second = await connect();
    await second.query(renameTag('numbered-2', 'Second'));
    await until(showsEverywhere('numbered-2', 'Second'));
    await first.query('commit');
    await until(showsEverywhere('numbered-1', 'First'));
  });

  it('rises with each commit, also of a transaction that raised it before others and commits after them', async () => {
    const before = await revisionOf();
    const early = await raiseInOpenTransaction(renameTag('numbered-3', 'Early'));
    for (const name of ['A', 'B', 'C']) await service.source.query(renameTag('numbered-4', name));
    // Both replicas cache a response without the change of the open transaction.
    await until(showsEverywhere('numbered-4', 'C'));
    expect(await shown('numbered-3')).toEqual(['Tag 3', 'Tag 3']);
    expect(await revisionOf()).toBe(before + 3n);
    await early.query('commit');
    expect(await revisionOf()).toBe(before + 4n);
    await until(showsEverywhere('numbered-3', 'Early'));
  });

  it('does not rise when a transaction is rolled back', async () => {
    const before = await revisionOf();
    const undone = await raiseInOpenTransaction(renameTag('numbered-5', 'Undone'));
    await undone.query('rollback');
    expect(await revisionOf()).toBe(before);
  });

  it('rises with each of more concurrent transactions than there are counters', async () => {
    const before = await revisionOf();
    const count = 70;
    const transactions: Client[] = [];
    for (let n = 0; n < 64; n += 1)
      transactions.push(await raiseInOpenTransaction(renameTag(`numbered-${n + 10}`, 'All')));
    const waiting = Array.from({ length: count - 64 }, async (_, n) => {
      const client = await connect();
      await client.query(`set lock_timeout = '30s'`);
      await client.query(renameTag(`numbered-${n + 100}`, 'All'));
    });
    await Promise.all(transactions.map((client) => client.query('commit')));
    await Promise.all(waiting);
    expect(await revisionOf()).toBe(before + BigInt(count));
  });

  it('is announced by one of the transactions that commit together; replicas find the others by polling', async () => {
    const heard: string[] = [];
    const listener = await connect();
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await listener.query('listen publishing_site_revision');
    const notifier = await raiseInOpenTransaction(renameTag('numbered-6', 'Notifier'));
    await service.source.query(renameTag('numbered-7', 'Silent'));
    await until(showsEverywhere('numbered-7', 'Silent'));
    // The result of a later query arrives after every notification that was sent before it.
    await listener.query('select 1');
    expect(heard).toEqual([]);
    await notifier.query('commit');
    await until(() => Promise.resolve(heard.length === 1));
  });

  it('is read at the usual interval again after a failover that lost the announced revision', async () => {
    const { watch } = service.app.get(ContentDatabase);
    const query = watch.query.bind(watch);
    const times: number[] = [];
    const spy = jest.spyOn(watch, 'query').mockImplementation((...parameters: Parameters<typeof query>) => {
      times.unshift(performance.now());
      return query(...parameters);
    });
    const lastIntervalMs = (): number => (times[0] ?? NaN) - (times[1] ?? NaN);
    await service.source.query(`select pg_notify('publishing_site_revision', $1)`, [String((await revisionOf()) + 9n)]);
    await until(() => Promise.resolve(times.length > 20));
    expect((times[0] ?? NaN) - (times[20] ?? NaN)).toBeLessThan(5_000);
    await service.source.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'almanac-listen' and datname = current_database()`,
    );
    await until(() => Promise.resolve(lastIntervalMs() > 400));
    spy.mockRestore();
  });
});
