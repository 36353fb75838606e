import { ChannelListener } from '@almanac/entities';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { NewOutboxEvent } from './outbox-event';
import { MAIL_REQUESTED, sealMail } from './mail';
import { outboxChannel } from './outbox-table';
import { recordEvent, recordEvents } from './record-events';
import {
  claimUnrelayedEvents,
  findOutboxEvent,
  markCompleted,
  markRelayed,
  outboxBacklog,
  reclaimIncompleteEvents,
} from './relay-events';
import { reviveSnapshots } from './snapshot';

const outboxEvent = (subjectId: string, more: Partial<NewOutboxEvent> = {}): NewOutboxEvent => ({
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

  it('records the same event once, however often it is tried', async () => {
    expect(await recordEvent(source.manager, outboxEvent('a'))).toBe(true);
    expect(await recordEvent(source.manager, outboxEvent('a'))).toBe(false);
    expect(await recordEvent(source.manager, outboxEvent('a', { revision: 2 }))).toBe(true);
    expect(await recordEvent(source.manager, outboxEvent('a', { event: 'post.published' }))).toBe(true);
    expect((await outboxBacklog(source.manager)).count).toBe(3);
  });

  it('forgets events of a transaction that was rolled back', async () => {
    const failing = source.transaction(async (manager) => {
      await recordEvent(manager, outboxEvent('a'));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect((await outboxBacklog(source.manager)).count).toBe(0);
  });

  it('gives the oldest events first, and never the same one to two workers', async () => {
    await recordEvents(source.manager, [outboxEvent('a'), outboxEvent('b'), outboxEvent('c', { requestId: 'r-1' })]);
    await source.transaction(async (first) => {
      const mine = await claimUnrelayedEvents(first, 2);
      expect(mine.map((row) => row.subjectId)).toEqual(['a', 'b']);
      await source.transaction(async (second) => {
        const theirs = await claimUnrelayedEvents(second, 10);
        expect(theirs).toMatchObject([{ subjectId: 'c', requestId: 'r-1', revision: '1', event: 'post.added' }]);
      });
      await markRelayed(
        first,
        mine.map((row) => row.id),
      );
    });
    expect(await claimUnrelayedEvents(source.manager, 10)).toHaveLength(1);
  });

  it('keeps relayed events readable', async () => {
    const [id = ''] = await recordEvents(source.manager, [outboxEvent('a')]);
    await markRelayed(source.manager, [id]);
    expect(await findOutboxEvent(source.manager, id)).toMatchObject({ subjectId: 'a' });
  });

  it('gives out again, once in a while, what was relayed and never completed', async () => {
    const [open = '', done = ''] = await recordEvents(source.manager, [outboxEvent('a'), outboxEvent('b')]);
    await markRelayed(source.manager, [open, done], [open]);
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toEqual([]);
    await source.query(`update publishing.outbox set relayed_at = now() - interval '31 seconds'`);
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toMatchObject([{ id: open, subjectId: 'a' }]);
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toEqual([]);
    await source.query(`update publishing.outbox set relayed_at = now() - interval '31 seconds'`);
    await markCompleted(source.manager, open);
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toEqual([]);
  });

  it('forgets what was sealed once an event is complete', async () => {
    const payload = sealMail({ template: 'calendar-unknown-address', to: 'a@b.co', values: { url: 'x' } }, 'a key');
    const [id = ''] = await recordEvents(source.manager, [
      outboxEvent('m', { subjectType: 'mail', event: MAIL_REQUESTED, payload }),
    ]);
    expect((await findOutboxEvent(source.manager, id))?.payload).toEqual(payload);
    await markCompleted(source.manager, id);
    expect(await findOutboxEvent(source.manager, id)).toMatchObject({
      isCompleted: true,
      payload: { template: 'calendar-unknown-address', to: 'a@b.co' },
    });
    expect((await findOutboxEvent(source.manager, id))?.payload).not.toHaveProperty('sealed');
  });

  it('revives instants of snapshots and nothing else', async () => {
    const [id = ''] = await recordEvents(source.manager, [
      outboxEvent('a', {
        payload: {
          current: { title: '2020-01-01T00:00:00.000Z', publishedAt: new Date(0), unpublishAt: null },
          previous: {},
        },
      }),
    ]);
    const recorded = await findOutboxEvent(source.manager, id);
    expect(reviveSnapshots(recorded?.payload ?? {})).toEqual({
      current: { title: '2020-01-01T00:00:00.000Z', publishedAt: new Date(0), unpublishAt: null },
      previous: {},
    });
  });

  it('announces new events when their transaction commits, also after the listener lost its connection', async () => {
    let heard: () => void = () => undefined;
    let connected: () => void = () => undefined;
    const nextConnect = (): Promise<void> => new Promise((resolve) => (connected = resolve));
    const nextEvent = (): Promise<void> => new Promise((resolve) => (heard = resolve));
    const listener = new ChannelListener({
      url: database.url,
      channels: { [outboxChannel('publishing')]: () => heard() },
      onConnect: () => connected(),
    });
    await listener.start();
    let announced = nextEvent();
    await recordEvent(source.manager, outboxEvent('a'));
    await announced;

    const reconnected = nextConnect();
    await source.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'almanac-listen' and datname = current_database()`);
    await reconnected;
    announced = nextEvent();
    await recordEvent(source.manager, outboxEvent('b'));
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
    await recordEvent(source.manager, outboxEvent('a'));
    // The answer of a later query comes after every notification that was sent before it.
    await listener.query('select 1');
    expect(heard).toEqual([]);
    await notifier.query('commit');
    while (heard.length === 0) await listener.query('select 1');
    expect(heard).toEqual([outboxChannel('publishing')]);
    await Promise.all([listener.end(), notifier.end()]);
  });
});
