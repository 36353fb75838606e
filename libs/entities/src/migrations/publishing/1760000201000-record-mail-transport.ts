import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the table with the mail transport of the worker, so that other services know whether a mail server is configured. */
export class RecordMailTransport1760000201000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.mail_transport (
        is_only_row boolean primary key default true check (is_only_row),
        name text not null,
        recorded_at timestamptz not null default now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.mail_transport');
  }
}
