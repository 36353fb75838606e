import { propagation, type TextMapPropagator } from '@opentelemetry/api';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { MAIL_REQUESTED, outboxEventNames, parseWebhookEvent, POST_MAILED } from './event-names';
import { openMail, sealMail } from './mail';
import { TEST_SUBJECT } from './outbox-event';
import { outboxTable } from './outbox-table';
import { recordEvents, recordSelectedEvents } from './record-events';

const TRACE_PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** Adds one trace parent to every carrier. */
const propagator: TextMapPropagator = {
  inject: (_context, carrier, setter) => setter.set(carrier, 'traceparent', TRACE_PARENT),
  extract: (context) => context,
  fields: () => ['traceparent'],
};

/** Selects one event of a post for each number from 1 to $1. */
const SELECT = `select lpad(n::text, 24, '0'), 'post', 'post-' || n, 1, 'post.published', '{"current":{},"previous":{}}'::jsonb, null
  from generate_series(1, $1::int) n`;

describe('recorded events', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
  });
  beforeEach(() => source.query('truncate publishing.outbox'));
  afterEach(() => propagation.disable());
  afterAll(() => database.drop());

  const rows = (): Promise<object[]> =>
    source.query('select subject_id, event, trace_parent from publishing.outbox order by id');

  it('are none for an empty list, which needs no statement', async () => {
    expect(await recordEvents(source.manager, [])).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('have the trace parent of the active span', async () => {
    const event = { subjectType: 'site' as const, subjectId: 'site', event: 'site.changed' as const, payload: {} };
    await recordEvents(source.manager, [{ ...event, revision: 1 }]);
    propagation.setGlobalPropagator(propagator);
    await recordEvents(source.manager, [{ ...event, revision: 2 }]);
    await recordSelectedEvents(source.manager, { select: SELECT }, [1]);
    const traceParents = await source.query(
      'select trace_parent from publishing.outbox order by revision, subject_id desc',
    );
    expect(traceParents).toEqual([
      { trace_parent: null },
      { trace_parent: TRACE_PARENT },
      { trace_parent: TRACE_PARENT },
    ]);
  });

  it('can be selected from rows, each once', async () => {
    expect(await recordSelectedEvents(source.manager, { select: SELECT }, [2])).toEqual(['post-1', 'post-2']);
    const change = `with changed as (update publishing.outbox set request_id = 'r' where subject_id = 'post-1' returning 1)`;
    expect(await recordSelectedEvents(source.manager, { change, select: SELECT }, [3])).toEqual(['post-3']);
    expect(await rows()).toEqual(
      [1, 2, 3].map((n) => ({ subject_id: `post-${n}`, event: 'post.published', trace_parent: null })),
    );
    expect(await source.query(`select subject_id from publishing.outbox where request_id = 'r'`)).toEqual([
      { subject_id: 'post-1' },
    ]);
  });

  it('are stored in the schema of the data source', async () => {
    expect(outboxTable(source.manager)).toBe('publishing.outbox');
    expect(outboxTable((await database.calendar()).manager)).toBe('calendar.outbox');
    const other = { dataSource: { options: { type: 'postgres', schema: 'other' } } };
    expect(() => outboxTable(Object.assign(Object.create(source.manager), other))).toThrow(
      'The schema "other" has no outbox.',
    );
  });
});

describe('the names that rows contain', () => {
  // Rows of an older version are read by a newer one, so these never change.
  it('are stable', () => {
    expect([MAIL_REQUESTED, POST_MAILED, TEST_SUBJECT]).toEqual(['mail.requested', 'post.mailed', 'webhook.test']);
    expect(outboxEventNames).toEqual(expect.arrayContaining(['site.changed', 'mail.requested', 'post.mailed']));
  });

  it('are refused as webhook events when they are others', () => {
    const parse = (name: string): unknown => Reflect.apply(parseWebhookEvent, undefined, [name]);
    expect(() => parse('mail.requested')).toThrow('"mail.requested" is not a webhook event.');
  });
});

describe('a sealed mail', () => {
  const mail = {
    template: 'calendar-unknown-address' as const,
    to: 'a@b.co',
    values: { url: 'https://site.example/ü' },
  };

  it('opens with the same key only', () => {
    const payload = sealMail(mail, 'a key');
    expect(JSON.stringify(payload)).not.toContain('site.example');
    expect(openMail(payload, 'a key')).toEqual(mail);
    expect(() => openMail(payload, 'another key')).toThrow();
  });
});
