import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { type Attempt, recordAttempts } from '../src/deliver-webhook/record-attempts';

const WEBHOOK = 'w'.repeat(24);
const DELIVERIES = 10_000;
const firstAttempt = {
  attemptCount: 0,
  attemptsSinceReplay: 0,
  replayRequestedAt: null,
  isTest: false,
  requestId: null,
};
const idOf = (n: number): string => String(n).padStart(24, '0');

function attemptOf(n: number): Attempt {
  return {
    webhookId: WEBHOOK,
    delivery: { id: idOf(n), outboxEventId: idOf(n), event: 'post.edited', ...firstAttempt },
    sent: { headers: {}, body: Buffer.from('{}') },
    outcome: { result: 'delivered', responseStatus: 200, responseBody: '', error: null },
    startedAt: new Date('2026-11-24T12:00:00Z'),
    durationMs: 5,
  };
}

describe('the attempts of webhook deliveries', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
    await source.query(
      `insert into publishing.webhooks (id, event, target_url, created_at) values ($1, 'post.edited', 'https://example.com', now())`,
      [WEBHOOK],
    );
    // PostgreSQL has no statistics of rows that were added a moment ago.
    await source.query('vacuum analyze publishing.webhook_deliveries');
    await source.query(
      `insert into publishing.webhook_deliveries (id, webhook_id, fact_id, event, status, next_attempt_at, created_at)
       select lpad(n::text, 24, '0'), $1, lpad(n::text, 24, '0'), 'post.edited', 'pending', now(), now()
       from generate_series(1, $2::int) n`,
      [WEBHOOK, DELIVERIES],
    );
  });
  afterAll(() => database.drop());

  /** Rows of deliveries that this database has read since it was created. */
  const deliveriesRead = async (): Promise<number> => {
    // Statistics of a connection are shared at most once a second without this call.
    await source.query('select pg_stat_force_next_flush()');
    const [row] = await source.query<{ n: number }[]>(
      `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_user_tables
       where schemaname = 'publishing' and relname = 'webhook_deliveries'`,
    );
    return row?.n ?? NaN;
  };

  it('are written by reading only their deliveries', async () => {
    const attempts = [1, 2, 3, 4, 5].map(attemptOf);
    const before = await deliveriesRead();
    await recordAttempts(source, attempts);
    // Each delivery is read by the update, and by the foreign key of the attempt.
    expect((await deliveriesRead()) - before).toBe(2 * attempts.length);
    const [delivered] = await source.query<{ n: number }[]>(
      `select count(*)::int as n from publishing.webhook_deliveries where status = 'delivered'`,
    );
    expect(delivered?.n).toBe(attempts.length);
  });

  it('do not change their endpoint if nothing was sent, because the event is no longer stored', async () => {
    const endpoint = (): Promise<object[]> => source.query('select * from publishing.webhooks');
    const before = await endpoint();
    const outcome = {
      result: 'failed',
      responseStatus: null,
      responseBody: null,
      error: 'The event is gone.',
    } as const;
    expect(await recordAttempts(source, [{ ...attemptOf(21), sent: undefined, outcome }])).toEqual([]);
    expect(await endpoint()).toEqual(before);
    const [delivery] = await source.query('select status from publishing.webhook_deliveries where id = $1', [idOf(21)]);
    expect(delivery).toEqual({ status: 'discarded' });
  });

  it('disable their endpoint once', async () => {
    const gone = (n: number): Attempt => ({
      ...attemptOf(n),
      outcome: { result: 'gone', responseStatus: 410, responseBody: '', error: 'The receiver responded 410 Gone.' },
    });
    const disabledAt = (): Promise<object[]> =>
      source.query('select status, disabled_at, disabled_reason from publishing.webhooks');
    expect(await recordAttempts(source, [gone(11), gone(12)])).toEqual([WEBHOOK]);
    const first = await disabledAt();
    expect(first).toMatchObject([{ status: 'disabled', disabled_reason: 'The receiver responded 410 Gone.' }]);
    expect(await recordAttempts(source, [gone(13)])).toEqual([]);
    expect(await disabledAt()).toEqual(first);
  });
});
