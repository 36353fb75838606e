import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users, usernames that are reserved for a mail address, sign-in links with their sessions, and the counters of rate limits. */
export class CreateAccounts1760100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table calendar.users (
        id text primary key,
        email text not null,
        email_key text not null unique,
        username text not null,
        username_key text not null unique,
        name text not null,
        confirmed_at timestamptz,
        created_at timestamptz not null
      );
      create table calendar.username_claims (
        username_key text primary key,
        email_key text not null
      );
      create table calendar.sessions (
        id text primary key,
        user_id text not null references calendar.users on delete cascade,
        hash_digest text not null unique,
        created_at timestamptz not null,
        redeemable_until_at timestamptz not null,
        redeemed_at timestamptz,
        expires_at timestamptz,
        revoked_at timestamptz,
        check ((redeemed_at is null) = (expires_at is null))
      );
      create index sessions_user on calendar.sessions (user_id);
      -- Columns as rate-limiter-flexible expects them.
      create table calendar.rate_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      );
      create index rate_limits_expiry on calendar.rate_limits (expire);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar.rate_limits, calendar.sessions, calendar.username_claims, calendar.users;');
  }
}
