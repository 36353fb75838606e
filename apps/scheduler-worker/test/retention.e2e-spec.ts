import type { DataSource } from 'typeorm';
import { addOwner, addPost, addUser } from '@almanac/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { RemoveExpiredProcessor, BATCH_SIZE } from '../src/remove-expired/remove-expired.processor';
import { TABLES_WITHOUT_RULE, retentionRules } from '../src/remove-expired/retention';
import { startWorker, type WorkerUnderTest } from './scheduler-worker';

const ACTION_DAYS = 100;
const OPERATIONS = readFileSync(join(__dirname, '../../../docs/OPERATIONS.md'), 'utf8');

/** Statements that insert an expired row `old` and a row `new`. `$post` is replaced by the id of a post. */
const rows: Record<string, string[]> = {
  'publishing.rate_limits': [
    `insert into publishing.rate_limits values ('old', 1, (extract(epoch from now()) * 1000)::bigint - 1000),
       ('new', 1, (extract(epoch from now()) * 1000)::bigint + 60000)`,
  ],
  'publishing.sessions': [
    `insert into publishing.sessions (id, secret_digest, user_id, origin, created_at, expires_at)
     values ('old', 'old', '1', 'x', now(), now() - interval '1 second'), ('new', 'new', '1', 'x', now(), now() + interval '1 hour')`,
  ],
  'publishing.member_sessions': [
    `insert into publishing.members (id, email, created_at) values ('m', 'm@example.com', now())`,
    `insert into publishing.member_sessions (secret_digest, member_id, created_at, expires_at)
     values ('old', 'm', now(), now() - interval '1 second'), ('new', 'm', now(), now() + interval '1 hour')`,
  ],
  'publishing.member_sign_in_tokens': [
    `insert into publishing.member_sign_in_tokens (token_digest, email, email_type, expires_at, created_at)
     values ('old', 'a', 'signin', now() - interval '1 second', now()), ('new', 'a', 'signin', now() + interval '1 hour', now())`,
  ],
  'publishing.password_reset_tokens': [
    `insert into publishing.password_reset_tokens (token_digest, user_id, expires_at, created_at)
     values ('old', '1', now() - interval '1 second', now()), ('new', '1', now() + interval '1 hour', now())`,
  ],
  'publishing.preview_links': [
    `insert into publishing.posts (id, uuid, title, slug, created_at, created_by)
     values ('previewed', gen_random_uuid(), 'x', 'previewed', now(), '1')`,
    `insert into publishing.preview_links (token_digest, post_id, created_by, created_at, expires_at)
     values ('old', 'previewed', '1', now(), now() - interval '1 second'),
       ('new', 'previewed', '1', now(), now() + interval '1 hour')`,
  ],
  'publishing.idempotency_keys': [
    `insert into publishing.idempotency_keys (actor, key, request_digest, created_at, expires_at)
     values ('a', 'old', 'x', now(), now() - interval '1 second'), ('a', 'new', 'x', now(), now() + interval '1 hour')`,
  ],
  'publishing.imports': [
    `insert into publishing.imports (id, actor, filename, expires_at)
     values ('old', '1', 'a.json', now() - interval '1 second'), ('new', '1', 'a.json', now() + interval '1 hour')`,
  ],
  'publishing.invites': [
    `insert into publishing.invites (id, role_id, token_digest, email, expires_at, created_at, created_by)
     select v.id, r.id, v.id, v.id || '@example.com', v.at, now(), '1'
     from (values ('old', now() - interval '31 days'), ('new', now() - interval '29 days')) as v (id, at),
       (select id from publishing.roles limit 1) r`,
  ],
  'publishing.actions': [
    `insert into publishing.actions (id, resource_type, actor_id, actor_type, event, created_at)
     values ('old', 'post', '1', 'user', 'edited', now() - interval '${ACTION_DAYS + 1} days'),
       ('new', 'post', '1', 'user', 'edited', now() - interval '${ACTION_DAYS - 1} days')`,
  ],
  'publishing.webhook_deliveries': [
    `insert into publishing.webhooks (id, event, target_url, status, created_at) values ('w', 'x', 'http://x', 'disabled', now())`,
    `insert into publishing.webhook_deliveries (id, webhook_id, fact_id, event, created_at)
     values ('old', 'w', 'old', 'x', now() - interval '31 days'), ('new', 'w', 'new', 'x', now() - interval '29 days')`,
    `insert into publishing.webhook_attempts (id, delivery_id, attempt, started_at, duration_ms)
     values ('old', 'old', 1, now(), 1), ('new', 'new', 1, now(), 1)`,
  ],
  'publishing.outbox': [
    `insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload, occurred_at, relayed_at, completed_at)
     values ('old', 'post', 'x', 1, 'post.edited', '{}', now() - interval '32 days', now(), now()),
       ('old open', 'mail', 'x', 1, 'x.failed', '{}', now() - interval '32 days', now(), null),
       ('old mark', 'post.mailing', 'gone', 1, 'post.mailed', '{}', now() - interval '32 days', now(), now()),
       ('new mark', 'post.mailing', '$post', 1, 'post.mailed', '{}', now() - interval '320 days', now(), now()),
       ('new', 'post', 'x', 2, 'post.edited', '{}', now() - interval '30 days', now(), now())`,
  ],
  'publishing.email_recipients': [
    `insert into publishing.emails (id, post_id, created_at)
     values ('old', 'gone', now() - interval '91 days'), ('new', 'also gone', now() - interval '89 days'),
       ('new too', '$post', now() - interval '500 days')`,
    `insert into publishing.email_batches (email_id, number, after_member_id, last_member_id) values ('old', 1, '', 'b'), ('new', 1, '', 'b')`,
    `insert into publishing.email_recipients (email_id, member_id) values ('old', 'a'), ('new', 'a')`,
  ],
  'publishing.email_batches': [],
  'publishing.emails': [],
  'calendar.rate_limits': [
    `insert into calendar.rate_limits values ('old', 1, (extract(epoch from now()) * 1000)::bigint - 1000),
       ('new', 1, (extract(epoch from now()) * 1000)::bigint + 60000)`,
  ],
  'calendar.outbox': [
    `insert into calendar.outbox (id, subject_type, subject_id, revision, event, payload, occurred_at, relayed_at, completed_at)
     values ('old', 'x', 'x', 1, 'x', '{}', now() - interval '32 days', now(), now()),
       ('new', 'x', 'x', 2, 'x', '{}', now() - interval '30 days', now(), now())`,
  ],
  'calendar.sessions': [
    `insert into calendar.users (id, email, email_key, username, username_key, name, confirmed_at, created_at)
     values ('new', 'n', 'n', 'n', 'confirmed', 'n', now(), now() - interval '9 days')`,
    `insert into calendar.sessions (id, user_id, hash_digest, created_at, redeemable_until_at, redeemed_at, expires_at, revoked_at)
     values ('old link', 'new', '1', now(), now() - interval '1 second', null, null, null),
       ('old ended', 'new', '2', now(), now(), now(), now() - interval '31 days', null),
       ('old revoked', 'new', '3', now(), now(), now(), now() + interval '1 day', now() - interval '31 days'),
       ('new link', 'new', '4', now(), now() + interval '1 hour', null, null, null),
       ('new ended', 'new', '5', now(), now(), now(), now() - interval '29 days', null)`,
  ],
  'calendar.redeemed_tickets': [
    `insert into calendar.redeemed_tickets (ticket_id, expires_at)
     values ('old', now() - interval '1 second'), ('new', now() + interval '1 minute')`,
  ],
  'calendar.users': [
    `insert into calendar.users (id, email, email_key, username, username_key, name, confirmed_at, created_at)
     values ('old', 'o', 'o', 'o', 'unconfirmed', 'o', null, now() - interval '8 days'),
       ('new too', 'p', 'p', 'p', 'just signed up', 'p', null, now() - interval '6 days')`,
  ],
  'calendar.rsvp_responses': [
    `insert into calendar.events (id, owner_id, status, time_zone, start_wall, start_at, end_at, last_end_at,
       materialized_from_at, materialized_until_at, zone_data_release, information, tags, tag_keys, created_at, updated_at)
     select 'held', 'new', 'confirmed', 'UTC', '2030-01-01T00:00:00', at, at + interval '1 hour', at + interval '1 hour', at, at, 'x',
       '[]', '{}', '{}', now(), now() from (values ('2030-01-01Z'::timestamptz)) as v (at)`,
    `insert into calendar.rsvp_responses (id, event_id, recurrence_at, ends_at, email, email_key, name, state, party_size, revision,
       created_at, updated_at)
     select v.id, 'held', v.ends, v.ends, v.id, v.id, 'n', v.state, 1, 1, v.created, v.updated
     from (values ('old', 'attending', now() - interval '91 days', now(), now()),
       ('new', 'attending', now() - interval '89 days', now(), now()),
       ('old open', 'unanswered', now() + interval '1 day', now() - interval '8 days', now() - interval '8 days'),
       ('new open', 'unanswered', now() + interval '1 day', now() - interval '8 days', now() - interval '6 days'))
       as v (id, state, ends, created, updated)`,
  ],
  'calendar.username_claims': [
    `insert into calendar.username_claims (username_key, email_key, created_at)
     values ('unconfirmed', 'old', now() - interval '8 days'), ('unused', 'old', now() - interval '8 days'),
       ('linked', 'n', now() - interval '8 days'),
       ('confirmed', 'new', now() - interval '8 days'), ('just claimed', 'new', now() - interval '6 days')`,
  ],
};

/** The column with `old` or `new` in {@link rows}, by default `id`. */
const markColumns: Record<string, string> = {
  'publishing.rate_limits': 'key',
  'publishing.idempotency_keys': 'key',
  'publishing.member_sessions': 'secret_digest',
  'publishing.member_sign_in_tokens': 'token_digest',
  'publishing.password_reset_tokens': 'token_digest',
  'publishing.preview_links': 'token_digest',
  'publishing.email_recipients': 'email_id',
  'publishing.email_batches': 'email_id',
  'calendar.rate_limits': 'key',
  'calendar.redeemed_tickets': 'ticket_id',
  'calendar.username_claims': 'email_key',
};

describe('retention', () => {
  let worker: WorkerUnderTest;

  beforeAll(async () => {
    worker = await startWorker('postgres', { actionsKeptDays: ACTION_DAYS });
    await addOwner(worker.publishing.manager);
    await addUser(worker.publishing.manager);
  });
  afterAll(() => worker.close());

  const sourceOf = (table: string): DataSource => (table.startsWith('calendar.') ? worker.calendar : worker.publishing);
  const allRules = (): string[] =>
    Object.values(retentionRules(ACTION_DAYS)).flatMap((rules) => rules.map(({ table }) => table));

  it('is described for every table: in a rule or with a reason, and in OPERATIONS.md', async () => {
    const existing: string[] = [];
    for (const schema of ['publishing', 'calendar'] as const) {
      const found = await worker[schema].query<{ name: string }[]>(
        `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p')`,
        [schema],
      );
      existing.push(...found.map(({ name }) => `${schema}.${name}`));
    }
    const described = [...new Set([...allRules(), ...Object.keys(TABLES_WITHOUT_RULE)])];
    expect(described.sort()).toEqual(existing.sort());
    expect(existing.filter((table) => !OPERATIONS.includes(`\`${table}\``))).toEqual([]);
  });

  it('removes old rows and leaves new ones in every table with a rule', async () => {
    expect(Object.keys(rows).sort()).toEqual([...new Set(allRules())].sort());
    const post = await addPost(worker.publishing.manager);
    for (const [table, statements] of Object.entries(rows))
      for (const statement of statements) await sourceOf(table).query(statement.replaceAll('$post', post.id));
    await worker.app.get(RemoveExpiredProcessor).process();
    for (const table of [...Object.keys(rows), 'publishing.webhook_attempts']) {
      const marks = await sourceOf(table).query<{ mark: string }[]>(
        `select distinct split_part(${markColumns[table] ?? 'id'}, ' ', 1) as mark from ${table}
         where split_part(${markColumns[table] ?? 'id'}, ' ', 1) in ('old', 'new')`,
      );
      expect({ table, marks }).toEqual({ table, marks: [{ mark: 'new' }] });
    }
  });

  it('keeps old events that are not relayed', async () => {
    const rules = retentionRules(ACTION_DAYS).publishing.filter(({ table }) => table === 'publishing.outbox');
    const removed: unknown[] = [];
    // The relay does not see rows that are not committed.
    await worker.publishing.transaction(async (manager) => {
      for (const event of ['post.edited', 'post.mailed'])
        await manager.query(
          `insert into publishing.outbox (id, subject_type, subject_id, revision, event, payload, occurred_at)
           values ($1, 'post', 'gone', 1, $2, '{}', now() - interval '32 days')`,
          [`waiting ${event}`, event],
        );
      for (const { expired } of rules)
        removed.push(
          ...(await manager.query(`select id from publishing.outbox where id like 'waiting %' and (${expired})`)),
        );
      await manager.query(`delete from publishing.outbox where id like 'waiting %'`);
    });
    expect(removed).toEqual([]);
  });

  it('keeps the username claim of an address with a sign-in link that can still be used', async () => {
    const kept = await worker.calendar.query('select username_key as name from calendar.username_claims order by 1');
    expect(kept).toEqual([{ name: 'confirmed' }, { name: 'just claimed' }, { name: 'linked' }]);
  });

  it('keeps an unused link that was mailed again', async () => {
    const kept = await worker.calendar.query('select id from calendar.rsvp_responses order by id');
    expect(kept).toEqual([{ id: 'new' }, { id: 'new open' }]);
  });

  it('keeps the recipients of a newsletter until it is sent or cancelled, and for 90 days after it was sent', async () => {
    const newsletters = [
      ['paused', 'paused', null],
      ['failed', 'failed', null],
      ['cancelled', 'cancelled', null],
      ['sent 91 days ago', 'submitted', 91],
      ['sent 89 days ago', 'submitted', 89],
    ] as const;
    for (const [id, status, sentDays] of newsletters) {
      const { id: postId } = await addPost(worker.publishing.manager);
      await worker.publishing.query(
        `insert into publishing.emails (id, post_id, status, created_at, submitted_at)
         values ($1, $2, $3, now() - interval '200 days', now() - make_interval(days => $4::int))`,
        [id, postId, status, sentDays],
      );
      await worker.publishing.query(
        `insert into publishing.email_batches (email_id, number, after_member_id, last_member_id) values ($1, 1, '', 'a')`,
        [id],
      );
      await worker.publishing.query(`insert into publishing.email_recipients (email_id, member_id) values ($1, 'a')`, [
        id,
      ]);
    }
    await worker.app.get(RemoveExpiredProcessor).process();
    for (const table of ['email_recipients', 'email_batches']) {
      const kept = await worker.publishing.query<{ id: string }[]>(
        `select email_id as id from publishing.${table} where email_id = any($1)`,
        [newsletters.map(([id]) => id)],
      );
      expect(kept.map(({ id }) => id).sort()).toEqual(['failed', 'paused', 'sent 89 days ago']);
    }
  });

  it('removes a bounded number of rows per statement', async () => {
    const total = BATCH_SIZE * 2 + 10;
    await worker.publishing.query(
      `insert into publishing.actions (id, resource_type, actor_id, actor_type, event, created_at)
       select 'many ' || n, 'post', '1', 'user', 'edited', now() - interval '1000 days' from generate_series(1, $1::int) n`,
      [total],
    );
    await worker.publishing.query(`create table public.removed (count int)`);
    await worker.publishing.query(
      `create function public.note() returns trigger language plpgsql as $$
       begin insert into public.removed select count(*) from gone; return null; end $$`,
    );
    await worker.publishing.query(
      `create trigger note after delete on publishing.actions referencing old table as gone
       for each statement execute function public.note()`,
    );
    await worker.app.get(RemoveExpiredProcessor).process();
    const counts = await worker.publishing.query<{ count: number }[]>(
      'select count from public.removed order by count desc',
    );
    expect(counts.map(({ count }) => count)).toEqual([BATCH_SIZE, BATCH_SIZE, 10]);
  });

  it('leaves a row that was changed while it was locked', async () => {
    await worker.calendar.query(
      `insert into calendar.users (id, email, email_key, username, username_key, name, created_at)
       values ('late', 'late', 'late', 'late', 'late', 'late', now() - interval '8 days')`,
    );
    const client = new Client({ connectionString: worker.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query(`update calendar.users set confirmed_at = now() where id = 'late'`);
    await worker.app.get(RemoveExpiredProcessor).process();
    await client.query('commit');
    await worker.app.get(RemoveExpiredProcessor).process();
    expect(await worker.calendar.query(`select id from calendar.users where id = 'late'`)).toEqual([{ id: 'late' }]);
    await client.end();
  });
});
