import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `emails.prepared_to` is the id of the last member who is recorded as a recipient; an empty string before the first one. A batch contains
 * the recipients whose member ids are greater than `after_member_id`, up to `last_member_id`.
 */
const EMAILS = `
  create table publishing.emails (
    id text primary key,
    uuid uuid not null default gen_random_uuid(),
    post_id text not null unique,
    status text not null default 'pending'
      check (status in ('pending', 'submitting', 'submitted', 'paused', 'cancelled', 'failed')),
    subject text not null default '',
    recipient_filter text not null default 'all',
    content jsonb,
    prepared_to text not null default '',
    is_prepared boolean not null default false,
    recipient_count integer not null default 0,
    sent_count integer not null default 0,
    failed_count integer not null default 0,
    skipped_count integer not null default 0,
    error text,
    failing_since timestamptz,
    next_attempt_at timestamptz not null default now(),
    submitted_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create index emails_open on publishing.emails (created_at) where status in ('pending', 'submitting');
  create index emails_created on publishing.emails (created_at);
  create table publishing.email_batches (
    email_id text not null references publishing.emails (id) on delete cascade,
    number integer not null,
    after_member_id text not null,
    last_member_id text not null,
    next_attempt_at timestamptz not null default now(),
    completed_at timestamptz,
    primary key (email_id, number)
  );
  create index email_batches_open on publishing.email_batches (email_id, next_attempt_at) where completed_at is null;
  create sequence publishing.email_recipient_ids;
  create table publishing.email_recipients (
    id text primary key default lpad(to_hex(nextval('publishing.email_recipient_ids')), 24, '0'),
    email_id text not null,
    member_id text not null,
    status text not null default 'pending' check (status in ('pending', 'sent', 'failed', 'skipped')),
    attempt_count integer not null default 0,
    next_attempt_at timestamptz,
    is_permanent boolean not null default false,
    error text,
    created_at timestamptz not null default now(),
    processed_at timestamptz,
    unique (email_id, member_id)
  ) with (fillfactor = 80);
  create table publishing.mail_rate (
    is_only_row boolean primary key default true check (is_only_row),
    next_at timestamptz not null default now()
  );
  insert into publishing.mail_rate default values;
`;

const COLUMNS = `
  alter table publishing.posts add column email_recipient_filter text not null default 'all';
  alter table publishing.members
    add column email_failures integer not null default 0,
    add column email_disabled boolean not null default false;
`;

/** Inserts a sent newsletter for each post that an earlier version mailed, so that the post is not mailed again. */
const MAILED_POSTS = `
  insert into publishing.emails (id, post_id, status, subject, is_prepared, submitted_at, created_at, updated_at)
  select mark.id, p.id, 'submitted', coalesce(nullif(p.email_subject, ''), p.title), true,
    mark.occurred_at, mark.occurred_at, mark.occurred_at
  from publishing.outbox mark join publishing.posts p on p.id = mark.subject_id
  where mark.subject_type = 'post.mailing' and mark.event = 'post.mailed'
  on conflict (post_id) do nothing;
`;

/** Creates the tables for newsletters: mails, their batches and recipients, and the time of the next mail for the rate limit. */
export class CreateEmails1760000180000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EMAILS + COLUMNS);
    await runner.query(MAILED_POSTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishing.mail_rate, publishing.email_recipients, publishing.email_batches, publishing.emails;
      drop sequence publishing.email_recipient_ids;
      alter table publishing.posts drop column email_recipient_filter;
      alter table publishing.members drop column email_failures, drop column email_disabled;
    `);
  }
}
