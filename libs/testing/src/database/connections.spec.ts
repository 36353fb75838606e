import { createPublishingDataSource, openPool, poolOf, ReadServers } from '@almanac/entities';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import type { DataSource } from 'typeorm';
import {
  hasPgBouncer,
  startPgBouncer,
  type TestPgBouncer,
  warnAboutMissingPgBouncer,
} from '../pgbouncer/test-pgbouncer';
import { TcpProxy } from '../tcp-proxy';
import { createTestDatabase, type TestDatabase } from './test-database';

const limits = { statementTimeoutMs: 1_234, lockTimeoutMs: 567, idleInTransactionTimeoutMs: 8_901 };
const SHOW_LIMITS = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
  current_setting('idle_in_transaction_session_timeout') as idle`;

let database: TestDatabase;
let other: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  other = new Client({ connectionString: database.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.drop();
});

const terminate = (name: string): Promise<unknown> =>
  other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()`,
    [name],
  );

/** Resolves when the condition is true. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(10);
}

describe('openPool', () => {
  it('reports a lost idle connection, and replaces it by one with the time limits', async () => {
    const errors: Error[] = [];
    const pool = openPool({
      url: database.url,
      name: 'pool-test',
      max: 1,
      limits,
      onError: (error) => errors.push(error),
    });
    await pool.query('select 1');
    await terminate('pool-test');
    await until(() => errors.length > 0);
    const { rows } = await pool.query(SHOW_LIMITS);
    expect(rows).toEqual([{ statement: '1234ms', lock: '567ms', idle: '8901ms' }]);
    await pool.end();
  });
});

describe('a data source', () => {
  let source: DataSource;
  beforeAll(async () => {
    source = await createPublishingDataSource({
      url: database.url,
      poolSize: 3,
      maxTransactions: 2,
      limits,
    }).initialize();
  });
  afterAll(() => source.destroy());

  it('has the time limits', async () => {
    expect(await source.query(SHOW_LIMITS)).toEqual([{ statement: '1234ms', lock: '567ms', idle: '8901ms' }]);
  });

  it('keeps a connection for reads while transactions wait, and rejects a transaction that waits too long', async () => {
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const running = [0, 1].map(() => source.transaction(() => gate));
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance'] });
    const refused = source.transaction(() => Promise.resolve('too late')).catch((error: unknown) => error);
    jest.advanceTimersByTime(8_000);
    jest.useRealTimers();
    expect(await refused).toMatchObject({ code: 'MAINTENANCE', retryAfterSeconds: 2 });
    const waiting = source.transaction(() => Promise.resolve('served'));
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
    finish();
    await Promise.all(running);
    expect(await waiting).toBe('served');
  });
});

describe('a connection to a server that no longer answers', () => {
  // Each wait lasts a second, and the 5 s after which the connection is closed.
  const quick = { statementTimeoutMs: 1_000 };
  let proxy: TcpProxy;
  let url: string;
  beforeEach(async () => {
    proxy = await TcpProxy.open(Number(new URL(database.url).port));
    url = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href;
  });
  afterEach(() => proxy.close());

  it('is closed, and its statement fails, in a transaction of a data source', async () => {
    const source = await createPublishingDataSource({ url, poolSize: 2, limits: quick }).initialize();
    const failed = source.transaction(async (manager) => {
      await manager.query('select 1');
      proxy.freeze();
      await manager.query('select 2');
    });
    await expect(failed).rejects.toThrow('Connection terminated');
    expect(poolOf(source)).toMatchObject({ totalCount: 0, idleCount: 0 });
    await source.destroy();
  });

  it('is closed, and its statement fails, in a pool', async () => {
    const pool = openPool({ url, name: 'lost-test', max: 1, limits: quick, onError: () => undefined });
    await pool.query('select 1');
    proxy.freeze();
    await expect(pool.query('select 2')).rejects.toThrow('Connection terminated');
    expect(pool.totalCount).toBe(0);
    await pool.end();
  });

  it('is not closed while it is idle in a transaction, or while several short statements wait', async () => {
    const source = await createPublishingDataSource({ url, poolSize: 1, limits: quick }).initialize();
    await source.transaction(async (manager) => {
      const [before] = await manager.query<{ pid: number }[]>('select pg_backend_pid() as pid');
      await pause(6_500);
      await Promise.all(Array.from({ length: 9 }, () => manager.query('select pg_sleep(0.8)')));
      expect(await manager.query('select pg_backend_pid() as pid')).toEqual([before]);
    });
    await source.destroy();
  });
});

describe('ReadServers', () => {
  let proxy: TcpProxy;
  let replica: TestDatabase;
  let servers: ReadServers;
  const events: string[] = [];
  const options = { name: 'read-test', max: 2, limits, onError: () => undefined };

  beforeAll(async () => {
    // The replica is a different database, so that its name shows which of the two ran a query.
    replica = await createTestDatabase();
    proxy = await TcpProxy.open(portOf(replica.url));
    servers = new ReadServers({
      primaryUrl: database.url,
      replicaUrl: Object.assign(new URL(replica.url), { host: `127.0.0.1:${proxy.port}` }).href,
      onReplicaLost: () => events.push('lost'),
      onReplicaBack: () => events.push('back'),
    });
  });
  afterAll(async () => {
    await servers.close();
    await proxy.close();
    await replica.drop();
  });

  const nameOf = (url: string): string => new URL(url).pathname.slice(1);
  const portOf = (url: string): number => Number(new URL(url).port);

  it('reads from the replica, from the primary while the replica is down, and from the replica again', async () => {
    const pools = [servers.pool(options), servers.pool(options)];
    const databases = (): Promise<string[]> =>
      Promise.all(
        pools.map(async (pool) => {
          const { rows } = await pool.query<{ name: string }>({
            text: 'select current_database() as name',
            values: [],
          });
          return rows[0]?.name ?? '';
        }),
      );
    const fromReplica = [nameOf(replica.url), nameOf(replica.url)];
    const fromPrimary = [nameOf(database.url), nameOf(database.url)];
    expect(await databases()).toEqual(fromReplica);
    const { port } = proxy;
    await proxy.close();
    expect(await databases()).toEqual(fromPrimary);
    expect([servers.readsFromReplica, servers.switchCount, events]).toEqual([false, 1, ['lost']]);
    proxy = await TcpProxy.open(portOf(replica.url), port);
    await until(() => servers.readsFromReplica);
    expect(await databases()).toEqual(fromReplica);
    expect([servers.switchCount, events]).toEqual([2, ['lost', 'back']]);
  });

  it('rejects a read that waits too long for slow reads, and keeps reading from the replica', async () => {
    const patient = { ...limits, statementTimeoutMs: 60_000 };
    const pool = servers.pool({ ...options, limits: patient, name: 'busy-test', max: 1, connectTimeoutMs: 500 });
    await pool.query({ text: 'select 1' });
    const [switchCount, eventCount] = [servers.switchCount, events.length];
    const slow = pool.query<{ name: string }>({ text: 'select current_database() as name from pg_sleep(2)' });
    const waiting = [
      pool.query({ text: 'select 1' }),
      pool.snapshot((query) => query({ text: 'select 1' })),
      pool.connect(),
    ];
    for (const result of await Promise.allSettled(waiting)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('timeout') } });
    }
    expect((await slow).rows).toEqual([{ name: nameOf(replica.url) }]);
    expect([servers.readsFromReplica, servers.switchCount, events.length]).toEqual([true, switchCount, eventCount]);
  });

  it('reads from the primary when the replica responds no more and all connections wait for it', async () => {
    const frozen = await TcpProxy.open(portOf(replica.url));
    const frozenServers = new ReadServers({
      primaryUrl: database.url,
      replicaUrl: Object.assign(new URL(replica.url), { host: `127.0.0.1:${frozen.port}` }).href,
      onReplicaLost: () => undefined,
      onReplicaBack: () => undefined,
    });
    const pool = frozenServers.pool({ ...options, name: 'frozen-test', max: 1, connectTimeoutMs: 500 });
    await pool.query({ text: 'select 1' });
    frozen.freeze();
    const stuck = pool.query({ text: 'select 1' }).catch((error: unknown) => error);
    await expect(pool.query({ text: 'select 1' })).rejects.toThrow('timeout');
    await until(() => !frozenServers.readsFromReplica);
    const { rows } = await pool.query({ text: 'select current_database() as name' });
    expect(rows).toEqual([{ name: nameOf(database.url) }]);
    await frozen.close();
    await stuck;
    await frozenServers.close();
  });

  it('survives the loss of a connection that is checked out and idle', async () => {
    const client = await servers.pool({ ...options, name: 'checked-out-test' }).connect();
    const ended = new Promise((resolve) => client.once('end', resolve));
    await terminateOn(replica, 'checked-out-test');
    await ended;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
  });

  it('reads a snapshot, whose statements see the same data', async () => {
    await other.query('create table seen (value int)');
    const primary = new ReadServers({
      primaryUrl: database.url,
      onReplicaLost: () => undefined,
      onReplicaBack: () => undefined,
    });
    const pool = primary.pool({ ...options, max: 1, name: 'snapshot-test' });
    const count = { text: 'select count(*)::int as count from seen' };
    const counts = await pool.snapshot(async (query) => {
      const before = await query(count);
      await other.query('insert into seen values (1)');
      return [before.rows, (await query(count)).rows];
    });
    expect(counts).toEqual([[{ count: 0 }], [{ count: 0 }]]);
    await expect(pool.snapshot((query) => query({ text: 'insert into seen values (2)' }))).rejects.toThrow('read-only');
    expect((await pool.query(count)).rows).toEqual([{ count: 1 }]);
    await primary.close();
  });

  it('reads a snapshot again from the primary when the replica is lost', async () => {
    const pool = servers.pool({ ...options, name: 'lost-snapshot-test' });
    const names: unknown[] = [];
    await pool.snapshot(async (query) => {
      names.push(...(await query({ text: 'select current_database() as name' })).rows);
      if (names.length === 1) await terminateOn(replica, 'lost-snapshot-test');
      await query({ text: 'select 1' });
    });
    expect(names).toEqual([{ name: nameOf(replica.url) }, { name: nameOf(database.url) }]);
  });

  async function terminateOn({ url }: TestDatabase, name: string): Promise<void> {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('select pg_terminate_backend(pid, 30000) from pg_stat_activity where application_name = $1', [
      name,
    ]);
    await client.end();
  }
});

if (!hasPgBouncer()) warnAboutMissingPgBouncer('connections');
const throughPgBouncer = hasPgBouncer() ? describe : describe.skip;

throughPgBouncer('a pool through PgBouncer', () => {
  let pgBouncer: TestPgBouncer;
  let pool: Pool;
  beforeAll(async () => {
    pgBouncer = await startPgBouncer(database.url, { poolSize: 3 });
    const url = pgBouncer.url(new URL(database.url).pathname.slice(1));
    pool = openPool({ url, name: 'pooled-test', max: 9, limits, onError: () => undefined });
  });
  afterAll(async () => {
    await pool.end();
    await pgBouncer.stop();
  });

  it('neither prepares statements nor changes settings, because sessions are shared', async () => {
    const query = { name: 'same', text: 'select $1::int as number', values: [7] };
    const results = await Promise.all(Array.from({ length: 90 }, () => pool.query(query)));
    expect(results.map(({ rows }) => rows[0].number)).toEqual(Array.from({ length: 90 }, () => 7));
    const { rows } = await pool.query('select count(*)::int as count from pg_prepared_statements');
    expect(rows).toEqual([{ count: 0 }]);
    expect((await pool.query(SHOW_LIMITS)).rows).toEqual([{ statement: '0', lock: '0', idle: '0' }]);
  });
});
