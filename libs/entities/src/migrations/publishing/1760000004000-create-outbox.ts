import type { MigrationInterface, QueryRunner } from 'typeorm';

const OUTBOX = `
  create table publishing.outbox (
    id text primary key,
    position bigint generated always as identity unique,
    subject_type text not null,
    subject_id text not null,
    revision bigint not null,
    event text not null,
    payload jsonb not null,
    request_id text,
    occurred_at timestamptz not null default now(),
    relayed_at timestamptz,
    unique (subject_type, subject_id, revision, event)
  );
  create index outbox_unrelayed on publishing.outbox (position) where relayed_at is null;
  create index outbox_age on publishing.outbox (occurred_at);
  create function publishing.announce_outbox() returns trigger language plpgsql as $$
  begin
    perform pg_notify('publishing_outbox', '');
    return null;
  end $$;
  create trigger announce after insert on publishing.outbox
    for each statement execute function publishing.announce_outbox();
`;

const STORED_RESPONSES_AND_LIMITS = `
  create table publishing.idempotency_keys (
    actor text not null,
    key text not null,
    request_digest text not null,
    response_status integer,
    response_headers jsonb,
    response_body text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    primary key (actor, key)
  );
  create index idempotency_keys_expiry on publishing.idempotency_keys (expires_at);
  -- Columns as rate-limiter-flexible expects them.
  create table publishing.rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  create index rate_limits_expiry on publishing.rate_limits (expire);
`;

/** The outbox, the stored responses of writes with an `Idempotency-Key`, and the counters of rate limits. */
export class CreateOutbox1760000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OUTBOX);
    await runner.query(STORED_RESPONSES_AND_LIMITS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishing.rate_limits, publishing.idempotency_keys, publishing.outbox;
      drop function publishing.announce_outbox();
    `);
  }
}
