import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The terms that a search finds an event by. Null in events from before; the worker fills them in. */
export class AddSearchDocument1760100120100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.events add column search_document tsvector');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.events drop column search_document');
  }
}
