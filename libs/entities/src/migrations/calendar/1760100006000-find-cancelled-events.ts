import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An index of cancelled events. The GraphQL query `events` returns them, too. It finds most other events by the indexes of occurrences, but
 * these indexes leave out cancelled events.
 */
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
