import { RemoveExpiredProcessor } from '../src/remove-expired/remove-expired.processor';
import { startWorker, until, type WorkerUnderTest } from './scheduler-worker';

describe('removing expired rows', () => {
  let worker: WorkerUnderTest;
  beforeAll(async () => {
    worker = await startWorker('postgres');
  });
  afterAll(() => worker.close());

  const count = async (table: string): Promise<number> => {
    const [row] = await worker.publishing.query(`select count(*)::int as count from publishing.${table}`);
    return row.count;
  };

  it('removes deliveries with their attempts after 30 days, events after 31, and expired tokens', async () => {
    await worker.addWebhook('/kept');
    const outboxEvents = await worker.record({}, {}, {});
    await until(async () => (await count('webhook_attempts')) === 3);
    const [old, ancient] = outboxEvents;
    const age = (table: string, column: string, days: number, where: string, id?: string): Promise<unknown> =>
      worker.publishing.query(
        `update publishing.${table} set ${column} = now() - make_interval(days => ${days}) where ${where} = $1`,
        [id],
      );
    await age('webhook_deliveries', 'created_at', 31, 'fact_id', old);
    await age('webhook_deliveries', 'created_at', 33, 'fact_id', ancient);
    await age('outbox', 'occurred_at', 32, 'id', ancient);
    await worker.publishing.query(
      `insert into publishing.member_sign_in_tokens (token_digest, email, email_type, expires_at, created_at)
       values ('past', 'a@example.com', 'signin', now() - interval '1 second', now()),
         ('present', 'a@example.com', 'signin', now() + interval '1 hour', now())`,
    );
    await worker.app.get(RemoveExpiredProcessor).process();
    expect(await count('webhook_deliveries')).toBe(1);
    expect(await count('webhook_attempts')).toBe(1);
    expect(await count('outbox')).toBe(2);
    expect(await worker.publishing.query('select token_digest from publishing.member_sign_in_tokens')).toEqual([
      { token_digest: 'present' },
    ]);
  });
});
