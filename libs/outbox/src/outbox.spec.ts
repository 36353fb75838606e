import { ChannelListener } from '@almanac/entities';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { Fact } from './fact';
import { mailRequested, sealMail } from './mail';
import { outboxChannel } from './outbox-table';
import { recordFact, recordFacts } from './record-facts';
import {
  claimUnrelayedFacts,
  findFact,
  markCompleted,
  markRelayed,
  outboxBacklog,
  reclaimIncompleteFacts,
} from './relay-facts';
import { reviveSnapshots } from './snapshot';

const fact = (subjectId: string, more: Partial<Fact> = {}): Fact => ({
  subjectType: 'post',
  subjectId,
  revision: 1,
  event: 'post.added',
  payload: { current: { id: subjectId, publishedAt: new Date('2020-01-01T00:00:00Z') }, previous: {} },
  ...more,
});

describe('the outbox', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
  });
  beforeEach(() => source.query('truncate publishing.outbox'));
  afterAll(() => database.drop());

  it('records the same fact once, however often it is tried', async () => {
    expect(await recordFact(source.manager, fact('a'))).toBe(true);
    expect(await recordFact(source.manager, fact('a'))).toBe(false);
    expect(await recordFact(source.manager, fact('a', { revision: 2 }))).toBe(true);
    expect(await recordFact(source.manager, fact('a', { event: 'post.published' }))).toBe(true);
    expect((await outboxBacklog(source.manager)).count).toBe(3);
  });

  it('forgets facts of a transaction that was rolled back', async () => {
    const failing = source.transaction(async (manager) => {
      await recordFact(manager, fact('a'));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect((await outboxBacklog(source.manager)).count).toBe(0);
  });

  it('gives the oldest facts first, and never the same one to two workers', async () => {
    await recordFacts(source.manager, [fact('a'), fact('b'), fact('c', { requestId: 'r-1' })]);
    await source.transaction(async (first) => {
      const mine = await claimUnrelayedFacts(first, 2);
      expect(mine.map((row) => row.subjectId)).toEqual(['a', 'b']);
      await source.transaction(async (second) => {
        const theirs = await claimUnrelayedFacts(second, 10);
        expect(theirs).toMatchObject([{ subjectId: 'c', requestId: 'r-1', revision: '1', event: 'post.added' }]);
      });
      await markRelayed(
        first,
        mine.map((row) => row.id),
      );
    });
    expect(await claimUnrelayedFacts(source.manager, 10)).toHaveLength(1);
  });

  it('keeps relayed facts readable', async () => {
    const [id = ''] = await recordFacts(source.manager, [fact('a')]);
    await markRelayed(source.manager, [id]);
    expect(await findFact(source.manager, id)).toMatchObject({ subjectId: 'a' });
  });

  it('gives out again, once in a while, what was relayed and never completed', async () => {
    const [open = '', done = ''] = await recordFacts(source.manager, [fact('a'), fact('b')]);
    await markRelayed(source.manager, [open, done], [open]);
    expect(await reclaimIncompleteFacts(source.manager, 30_000, 10)).toEqual([]);
    await source.query(`update publishing.outbox set relayed_at = now() - interval '31 seconds'`);
    expect(await reclaimIncompleteFacts(source.manager, 30_000, 10)).toMatchObject([{ id: open, subjectId: 'a' }]);
    expect(await reclaimIncompleteFacts(source.manager, 30_000, 10)).toEqual([]);
    await source.query(`update publishing.outbox set relayed_at = now() - interval '31 seconds'`);
    await markCompleted(source.manager, open);
    expect(await reclaimIncompleteFacts(source.manager, 30_000, 10)).toEqual([]);
  });

  it('forgets what was sealed once a fact is complete', async () => {
    const payload = sealMail({ template: 'calendar-unknown-address', to: 'a@b.co', values: { url: 'x' } }, 'a key');
    const [id = ''] = await recordFacts(source.manager, [
      fact('m', { subjectType: 'mail', event: mailRequested, payload }),
    ]);
    expect((await findFact(source.manager, id))?.payload).toEqual(payload);
    await markCompleted(source.manager, id);
    expect(await findFact(source.manager, id)).toMatchObject({
      isCompleted: true,
      payload: { template: 'calendar-unknown-address', to: 'a@b.co' },
    });
    expect((await findFact(source.manager, id))?.payload).not.toHaveProperty('sealed');
  });

  it('revives instants of snapshots and nothing else', async () => {
    const [id = ''] = await recordFacts(source.manager, [
      fact('a', {
        payload: {
          current: { title: '2020-01-01T00:00:00.000Z', publishedAt: new Date(0), unpublishAt: null },
          previous: {},
        },
      }),
    ]);
    const recorded = await findFact(source.manager, id);
    expect(reviveSnapshots(recorded?.payload ?? {})).toEqual({
      current: { title: '2020-01-01T00:00:00.000Z', publishedAt: new Date(0), unpublishAt: null },
      previous: {},
    });
  });

  it('announces new facts when their transaction commits, also after the listener lost its connection', async () => {
    let heard: () => void = () => undefined;
    let connected: () => void = () => undefined;
    const nextConnect = (): Promise<void> => new Promise((resolve) => (connected = resolve));
    const nextFact = (): Promise<void> => new Promise((resolve) => (heard = resolve));
    const listener = new ChannelListener({
      url: database.url,
      channels: { [outboxChannel('publishing')]: () => heard() },
      onConnect: () => connected(),
    });
    await listener.start();
    let announced = nextFact();
    await recordFact(source.manager, fact('a'));
    await announced;

    const reconnected = nextConnect();
    await source.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'almanac-listen' and datname = current_database()`);
    await reconnected;
    announced = nextFact();
    await recordFact(source.manager, fact('b'));
    await announced;
    await listener.stop();
  });

  it('has one of the transactions that commit together announce them, so that commits do not wait for each other', async () => {
    const heard: string[] = [];
    const [listener, notifier] = [
      new Client({ connectionString: database.url }),
      new Client({ connectionString: database.url }),
    ];
    await Promise.all([listener.connect(), notifier.connect()]);
    listener.on('notification', ({ channel }) => heard.push(channel));
    await listener.query(`listen ${outboxChannel('publishing')}`);
    await notifier.query('begin');
    await notifier.query(`insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
      values ('n', 'post', 'n', 1, 'post.added', '{}')`);
    await notifier.query('set constraints all immediate');
    await recordFact(source.manager, fact('a'));
    // The answer of a later query comes after every notification that was sent before it.
    await listener.query('select 1');
    expect(heard).toEqual([]);
    await notifier.query('commit');
    while (heard.length === 0) await listener.query('select 1');
    expect(heard).toEqual([outboxChannel('publishing')]);
    await Promise.all([listener.end(), notifier.end()]);
  });
});
