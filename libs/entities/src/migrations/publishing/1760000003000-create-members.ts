import type { MigrationInterface, QueryRunner } from 'typeorm';

const MEMBERS = `
  create table publishing.members (
    id text primary key,
    email text not null,
    name text,
    note text,
    revision integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz
  );
  create unique index members_email_key on publishing.members (lower(email));
  create table publishing.member_subscriptions (
    id text primary key,
    member_id text not null references publishing.members (id) on delete cascade,
    provider text not null check (provider in ('complimentary', 'stripe')),
    provider_subscription_id text unique,
    provider_customer_id text,
    status text not null,
    plan_id text,
    plan_nickname text not null,
    plan_amount integer not null default 0,
    plan_currency text,
    plan_interval text,
    started_at timestamptz not null,
    current_period_end_at timestamptz,
    cancel_at_period_end boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz
  );
  create index member_subscriptions_member on publishing.member_subscriptions (member_id);
  create index member_subscriptions_customer on publishing.member_subscriptions (provider_customer_id);
  create unique index member_subscriptions_one_complimentary on publishing.member_subscriptions (member_id)
    where provider = 'complimentary' and status = 'active';
  create table publishing.member_sign_in_tokens (
    token_digest text primary key,
    email text not null,
    email_type text not null check (email_type in ('signin', 'signup', 'subscribe')),
    expires_at timestamptz not null,
    created_at timestamptz not null
  );
  create index member_sign_in_tokens_expiry on publishing.member_sign_in_tokens (expires_at);
  create table publishing.member_sessions (
    secret_digest text primary key,
    member_id text not null references publishing.members (id) on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index member_sessions_member on publishing.member_sessions (member_id);
  create index member_sessions_expiry on publishing.member_sessions (expires_at);
`;

/** Members, their subscriptions, sign-in tokens and sessions. */
export class CreateMembers1760000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MEMBERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishing.member_sessions, publishing.member_sign_in_tokens, publishing.member_subscriptions, publishing.members;
    `);
  }
}
