import { ChannelListener } from '@almanac/entities';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { type EventOf, MAIL_REQUESTED } from './event-names';
import { sealMail } from './mail';
import type { NewOutboxEvent } from './outbox-event';
import { outboxChannel } from './outbox-table';
import { recordEvent, recordEvents } from './record-events';
import {
  claimUnrelayedEvents,
  findOutboxEvent,
  findUnknownEventNames,
  markCompleted,
  markRelayed,
  outboxBacklog,
  reclaimIncompleteEvents,
} from './relay-events';

const outboxEvent = (
  subjectId: string,
  more: { revision?: number; event?: EventOf<'post'>; requestId?: string } = {},
): NewOutboxEvent => ({
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

  it('records the same event once', async () => {
    expect(await recordEvent(source.manager, outboxEvent('a'))).toBe(true);
    expect(await recordEvent(source.manager, outboxEvent('a'))).toBe(false);
    expect(await recordEvent(source.manager, outboxEvent('a', { revision: 2 }))).toBe(true);
    expect(await recordEvent(source.manager, outboxEvent('a', { event: 'post.published' }))).toBe(true);
    expect((await outboxBacklog(source.manager)).unrelayed).toBe(3);
  });

  it('records no event of a transaction that was rolled back', async () => {
    const failing = source.transaction(async (manager) => {
      await recordEvent(manager, outboxEvent('a'));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await outboxBacklog(source.manager)).toEqual({ unrelayed: 0, oldestAgeSeconds: 0, incomplete: 0 });
  });

  it('returns the oldest events first, each to one worker', async () => {
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

  it('finds relayed events', async () => {
    const [id = ''] = await recordEvents(source.manager, [outboxEvent('a')]);
    await markRelayed(source.manager, [id]);
    expect(await findOutboxEvent(source.manager, id)).toMatchObject({ subjectId: 'a' });
  });

  it('returns relayed events that are still incomplete, once per interval', async () => {
    const [open = '', done = ''] = await recordEvents(source.manager, [outboxEvent('a'), outboxEvent('b')]);
    await markRelayed(source.manager, [open, done], [open]);
    expect(await outboxBacklog(source.manager)).toMatchObject({ unrelayed: 0, incomplete: 1 });
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toEqual([]);
    await source.query(`update publishing.outbox set relayed_at = now() - interval '31 seconds'`);
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toMatchObject([{ id: open, subjectId: 'a' }]);
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toEqual([]);
    await source.query(`update publishing.outbox set relayed_at = now() - interval '31 seconds'`);
    await markCompleted(source.manager, open);
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toEqual([]);
  });

  it('returns incomplete events also while there is one of a newer version, and names that one', async () => {
    await source.query(`insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
      values ('new', 'post', 'a', 1, 'post.archived', '{}')`);
    const [known = ''] = await recordEvents(source.manager, [outboxEvent('b')]);
    await markRelayed(source.manager, [known, 'new'], [known, 'new']);
    await source.query(`update publishing.outbox set relayed_at = now() - interval '31 seconds'`);
    expect(await reclaimIncompleteEvents(source.manager, 30_000, 10)).toMatchObject([{ id: known }]);
    expect(await findUnknownEventNames(source.manager)).toEqual(['post.archived']);
  });

  it('deletes the sealed part of a completed event', async () => {
    const payload = sealMail({ template: 'calendar-unknown-address', to: 'a@b.co', values: { url: 'x' } }, 'a key');
    const [id = ''] = await recordEvents(source.manager, [
      { subjectType: 'mail', subjectId: 'm', revision: 1, event: MAIL_REQUESTED, payload },
    ]);
    expect((await findOutboxEvent(source.manager, id))?.payload).toEqual(payload);
    await markCompleted(source.manager, id);
    expect(await findOutboxEvent(source.manager, id)).toMatchObject({
      isCompleted: true,
      payload: { template: 'calendar-unknown-address', to: 'a@b.co' },
    });
    expect((await findOutboxEvent(source.manager, id))?.payload).not.toHaveProperty('sealed');
  });

  it('leaves events of a newer version in the outbox, and names them when they are read', async () => {
    await source.query(`insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
      values ('new', 'post', 'a', 1, 'post.archived', '{}')`);
    await recordEvent(source.manager, outboxEvent('b'));
    expect(await claimUnrelayedEvents(source.manager, 10)).toMatchObject([{ subjectId: 'b' }]);
    expect(await findUnknownEventNames(source.manager)).toEqual(['post.archived']);
    await expect(findOutboxEvent(source.manager, 'new')).rejects.toThrow('has the unknown name "post.archived"');
  });

  it('notifies of new events when their transaction commits, also after the listener lost its connection', async () => {
    let notified: () => void = () => undefined;
    let connected: () => void = () => undefined;
    const nextConnect = (): Promise<void> => new Promise((resolve) => (connected = resolve));
    const nextEvent = (): Promise<void> => new Promise((resolve) => (notified = resolve));
    const listener = new ChannelListener({
      url: database.url,
      channels: { [outboxChannel('publishing')]: () => notified() },
      onConnect: () => connected(),
    });
    await listener.start();
    let notification = nextEvent();
    await recordEvent(source.manager, outboxEvent('a'));
    await notification;

    const reconnected = nextConnect();
    await source.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'almanac-listen' and datname = current_database()`);
    await reconnected;
    notification = nextEvent();
    await recordEvent(source.manager, outboxEvent('b'));
    await notification;
    await listener.stop();
  });

  it('notifies from one of several concurrent transactions, so that commits do not wait for each other', async () => {
    const channels: string[] = [];
    const [listener, notifier] = [
      new Client({ connectionString: database.url }),
      new Client({ connectionString: database.url }),
    ];
    await Promise.all([listener.connect(), notifier.connect()]);
    listener.on('notification', ({ channel }) => channels.push(channel));
    await listener.query(`listen ${outboxChannel('publishing')}`);
    await notifier.query('begin');
    await notifier.query(`insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload)
      values ('n', 'post', 'n', 1, 'post.added', '{}')`);
    await notifier.query('set constraints all immediate');
    await recordEvent(source.manager, outboxEvent('a'));
    // PostgreSQL sends a notification before the result of any later query.
    await listener.query('select 1');
    expect(channels).toEqual([]);
    await notifier.query('commit');
    while (channels.length === 0) await listener.query('select 1');
    expect(channels).toEqual([outboxChannel('publishing')]);
    await Promise.all([listener.end(), notifier.end()]);
  });
});
