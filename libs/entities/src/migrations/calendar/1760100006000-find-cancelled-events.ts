import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What lies in a window is found by occurrences, whose indexes leave cancelled ones out; `events` lists cancelled events too. */
export class FindCancelledEvents1760100006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index events_cancelled on calendar.events (first_start_at, last_end_at, id) where status = 'cancelled';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index calendar.events_cancelled;');
  }
}
