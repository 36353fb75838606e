import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The UID of imported events (RFC 5545 §3.8.4.7); null if the id of the event is the UID. */
export class AddEventUid1760100140000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.events add column uid text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.events drop column uid');
  }
}
