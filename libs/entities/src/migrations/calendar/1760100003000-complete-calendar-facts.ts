import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which the job of an outbox event (formerly: fact) was done. While it is null, the worker adds the job of a relayed event
 * again.
 */
export class CompleteCalendarFacts1760100003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table calendar.outbox add column completed_at timestamptz;
      create index outbox_incomplete on calendar.outbox (relayed_at)
        where relayed_at is not null and completed_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.outbox drop column completed_at');
  }
}
