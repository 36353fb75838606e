import {
  type ConcurrentIndex,
  createIndexConcurrently,
  dropIndexConcurrently,
  pendingMigrationsOfSource,
  runMigrations,
} from '@almanac/entities';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './test-database';
import { type RecordedMigration, unsafeStatements } from './unsafe-migrations';

/** Timestamps of the migrations that are older than ADR 0150 and break its rules. New installations run them on empty tables. */
const OLDER_THAN_RULES = new Set([
  '1760000006000',
  '1760000007000',
  '1760100003000',
  '1760100004000',
  '1760100005000',
  '1760100006000',
]);

/** Reverts all migrations, runs them again and returns the SQL of each. */
async function recordMigrations(source: DataSource): Promise<RecordedMigration[]> {
  for (const _ of source.migrations) await source.undoLastMigration({ transaction: 'each' });
  const recorded: RecordedMigration[] = [];
  for (const migration of source.migrations) {
    const runner = source.createQueryRunner();
    const query = jest.spyOn(runner, 'query');
    const runsInTransaction = migration.transaction !== false;
    if (runsInTransaction) await runner.startTransaction();
    await migration.up(runner);
    const statements = query.mock.calls.map(([statement]) => statement).slice(runsInTransaction ? 1 : 0);
    if (runsInTransaction) await runner.commitTransaction();
    await runner.release();
    recorded.push({ name: migration.name ?? migration.constructor.name, statements, runsInTransaction });
  }
  return recorded;
}

const migration = (statements: string[], runsInTransaction = true): RecordedMigration => ({
  name: 'Example',
  statements,
  runsInTransaction,
});
const first = migration(['create table s.t (id text); create index t_old on s.t (id)']);

describe('the SQL of migrations', () => {
  it.each(['publishing', 'calendar'] as const)('of %s blocks no table with rows', async (schema) => {
    const database = await createTestDatabase();
    const recorded = await recordMigrations(await database[schema]());
    await database.drop();
    expect(recorded.flatMap(({ statements }) => statements).length).toBeGreaterThan(recorded.length);
    const problems = unsafeStatements(recorded).filter(
      (problem) => !OLDER_THAN_RULES.has(/\d{13}(?=:)/.exec(problem)?.[0] ?? ''),
    );
    expect(problems).toEqual([]);
  });

  it.each([
    ['an index on an existing table', migration(['create index t_new on s.t (a)']), /t_new blocks s.t/],
    ['a unique index on an existing table', migration(['CREATE UNIQUE INDEX t_new\n ON s.t (a)']), /t_new blocks s.t/],
    ['dropping an index without concurrently', migration(['drop index s.t_old']), /t_old blocks s.t/],
    [
      'a concurrent index in a transaction',
      migration(['create index concurrently t_new on s.t (a)']),
      /transaction = false/,
    ],
    [
      'an index that is dropped before its replacement exists',
      migration(['drop index concurrently s.t_old', 'create index concurrently t_new on s.t (a)'], false),
      /t_old is dropped before t_new exists/,
    ],
    [
      'other changes outside a transaction',
      migration(['alter table s.t add column a int', 'create index concurrently t_new on s.t (a)'], false),
      /more than build and drop/,
    ],
  ])('is rejected for %s', (_case, second, problem) => {
    expect(unsafeStatements([first, second])).toEqual([expect.stringMatching(problem)]);
  });

  it('is accepted for the safe order', () => {
    const safe = ['create index concurrently t_new on s.t (a)', 'drop index concurrently if exists s.t_old'];
    expect(unsafeStatements([first, migration(safe, false)])).toEqual([]);
  });
});

describe('createIndexConcurrently', () => {
  const index: ConcurrentIndex = { table: 'publishing.tags', name: 'tags_by_description', definition: '(description)' };
  let database: TestDatabase;
  let runner: QueryRunner;
  let other: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    runner = (await database.publishing()).createQueryRunner();
    other = new Client({ connectionString: database.url });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await runner.release();
    await database.drop();
  });
  afterEach(() => dropIndexConcurrently(runner, index));

  const addTag = (client: Client, id: string): Promise<unknown> =>
    client.query(
      `insert into publishing.tags (id, name, slug, description, created_at) values ($1, $1, $1, 'same', now())`,
      [id],
    );
  const validity = async (): Promise<boolean[]> => {
    const rows = await runner.manager.query<{ valid: boolean }[]>(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('publishing.tags_by_description')`,
    );
    return rows.map(({ valid }) => valid);
  };
  const pid = async (): Promise<number> => (await runner.query('select pg_backend_pid() as pid'))[0].pid;

  it('does not block writers while it waits for an older transaction', async () => {
    await other.query('begin');
    await addTag(other, 'open');
    const builder = await pid();
    const building = createIndexConcurrently(runner, index);
    const writer = new Client({ connectionString: database.url, options: '-c lock_timeout=2000' });
    await writer.connect();
    const isWaiting = async (): Promise<boolean> =>
      (await writer.query('select 1 from pg_locks where pid = $1 and not granted', [builder])).rowCount !== 0;
    while (!(await isWaiting())) await pause(10);
    await addTag(writer, 'meanwhile');
    await writer.end();
    await other.query('commit');
    await building;
    expect(await validity()).toEqual([true]);
  });

  it('replaces the INVALID index of a failed attempt', async () => {
    await addTag(other, 'twin');
    const unique = { ...index, isUnique: true };
    await expect(createIndexConcurrently(runner, unique)).rejects.toThrow('could not create unique index');
    expect(await validity()).toEqual([false]);
    await other.query('delete from publishing.tags');
    await createIndexConcurrently(runner, unique);
    expect(await validity()).toEqual([true]);
    await createIndexConcurrently(runner, unique);
    expect(await validity()).toEqual([true]);
  });

  it('throws in a transaction', async () => {
    await runner.startTransaction();
    await expect(createIndexConcurrently(runner, index)).rejects.toThrow('transaction = false as const');
    await runner.rollbackTransaction();
  });

  it('finishes while another process waits for the lock of migrations', async () => {
    await other.query('select pg_advisory_lock(715517001)');
    const waiting = runMigrations({ url: database.url });
    const sessions = `select 1 from pg_stat_activity where application_name = 'almanac-migrate' and datname = current_database()`;
    while ((await other.query(sessions)).rowCount === 0) await pause(10);
    await runner.query(`set statement_timeout = '20s'`);
    await createIndexConcurrently(runner, index);
    expect(await validity()).toEqual([true]);
    await other.query('select pg_advisory_unlock(715517001)');
    await waiting;
  });
});

describe('runMigrations', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
  });
  afterAll(() => database.drop());

  it('stops waiting for a table lock, so that it does not block reads, and retries', async () => {
    await source.query('delete from publishing.migrations where name like $1', ['CreateMembers%']);
    await source.query(
      'drop table publishing.members_labels, publishing.member_sessions, publishing.member_sign_in_tokens, publishing.member_subscriptions, publishing.members',
    );
    // The migration waits for this table when it records itself.
    const holder = source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('lock table publishing.migrations in share mode');
    const migrating = runMigrations({ url: database.url }, ['publishing']);
    const ended = jest.fn();
    void migrating.then(ended, ended);
    const waits = async (): Promise<boolean> =>
      (await holder.query('select 1 from pg_locks where not granted and locktype = $1', ['relation'])).length > 0;
    while (!(await waits())) await pause(10);
    while (await waits()) await pause(10);
    expect(ended).not.toHaveBeenCalled();
    await holder.commitTransaction();
    await holder.release();
    expect((await migrating)[0]?.executed).toEqual(['CreateMembers1760000003000']);
  });

  it('retries also the default rows after a lock timeout', async () => {
    const holder = source.createQueryRunner();
    await holder.startTransaction();
    await holder.query('lock table publishing.roles in access exclusive mode');
    const migrating = runMigrations({ url: database.url }, ['publishing']);
    const ended = jest.fn();
    void migrating.then(ended, ended);
    const waits = async (): Promise<boolean> =>
      (await holder.query('select 1 from pg_locks where not granted and locktype = $1', ['relation'])).length > 0;
    while (!(await waits())) await pause(10);
    while (await waits()) await pause(10);
    // The connection of a failed run is closed first.
    await pause(500);
    expect(ended).not.toHaveBeenCalled();
    await holder.commitTransaction();
    await holder.release();
    expect(await migrating).toHaveLength(1);
  });

  it('retries the default rows after a deadlock', async () => {
    const holder = source.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`set local deadlock_timeout = '1min'`);
    await holder.query('lock table publishing.settings in access exclusive mode');
    const migrating = runMigrations({ url: database.url }, ['publishing']);
    const waiting = 'select 1 from pg_locks where not granted and relation = $1::regclass';
    while ((await holder.query(waiting, ['publishing.settings'])).length === 0) await pause(10);
    // The default rows have read the roles, and wait for the settings.
    await holder.query('lock table publishing.roles in access exclusive mode');
    await holder.commitTransaction();
    await holder.release();
    expect(await migrating).toHaveLength(1);
  });

  it('reports the migrations of a newer version and runs none', async () => {
    await source.query(`insert into publishing.migrations (timestamp, name) values (1999999999999, 'FromTheFuture')`);
    const [report] = await runMigrations({ url: database.url }, ['publishing']);
    expect(report).toEqual({ schema: 'publishing', executed: [], newer: ['FromTheFuture'] });
    expect(await pendingMigrationsOfSource(source)).toEqual([]);
  });
});
