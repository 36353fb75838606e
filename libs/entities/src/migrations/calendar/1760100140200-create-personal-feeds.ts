import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The personal feeds, at most one for each user. The URL of a feed contains a token, of which only the SHA-256 digest in hex is stored. */
export class CreatePersonalFeeds1760100140200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table calendar.personal_feeds (
        user_id text primary key references calendar.users on delete cascade,
        token_digest text not null unique,
        created_at timestamptz not null
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar.personal_feeds');
  }
}
