import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource, EntityManager } from 'typeorm';
import { recordOutcomes } from '../src/send-newsletter/record-outcomes';

const EMAIL = 'e'.repeat(24);
const RECIPIENTS = 10_000;

describe('the outcomes of a mail of a post', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
    await source.query(`insert into publishing.emails (id, post_id, status) values ($1, 'a', 'submitting')`, [EMAIL]);
    // PostgreSQL has no statistics of rows that were added a moment ago, as at the start of a mail.
    await source.query('vacuum analyze publishing.email_recipients');
    await source.query(
      `insert into publishing.email_recipients (email_id, member_id)
       select $1, lpad(n::text, 24, '0') from generate_series(1, $2::int) n`,
      [EMAIL, RECIPIENTS],
    );
  });
  afterAll(() => database.drop());

  const recipientsRead = async (manager: EntityManager): Promise<number> => {
    const [row] = await manager.query<{ n: number }[]>(
      `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables
       where schemaname = 'publishing' and relname = 'email_recipients'`,
    );
    return row?.n ?? NaN;
  };

  it('are written by reading only their recipients', async () => {
    const outcomes = [1, 2, 3, 4, 5].map((n) => ({
      emailId: EMAIL,
      memberId: String(n).padStart(24, '0'),
      status: 'sent' as const,
    }));
    await source.transaction(async (manager) => {
      await recordOutcomes(manager, outcomes);
      expect(await recipientsRead(manager)).toBe(outcomes.length);
    });
    const [email] = await source.query<{ sent_count: number }[]>('select sent_count from publishing.emails');
    expect(email?.sent_count).toBe(outcomes.length);
  });

  it('count one failure of an address when two workers sent the same mail', async () => {
    const memberId = String(RECIPIENTS).padStart(24, '0');
    const address = 'gone@example.com';
    await source.query('insert into publishing.members (id, email, created_at) values ($1, $2, now())', [
      memberId,
      address,
    ]);
    const failed = { emailId: EMAIL, memberId, status: 'failed', isPermanent: true, failedAddress: address } as const;
    for (const outcome of [failed, failed]) expect(await recordOutcomes(source.manager, [outcome])).toEqual([]);
    const members = await source.query('select email_failures, email_disabled from publishing.members');
    expect(members).toEqual([{ email_failures: 1, email_disabled: false }]);
  });
});
