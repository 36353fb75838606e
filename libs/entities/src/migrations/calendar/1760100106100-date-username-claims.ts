import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time at which a username was claimed, i.e. reserved for an address: the worker removes old claims without an account. */
export class DateUsernameClaims1760100106100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.username_claims add column created_at timestamptz not null default now()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.username_claims drop column created_at');
  }
}
