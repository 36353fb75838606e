import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the terms by which searches find an event. The column is null in existing events until the worker adds their terms. */
export class AddSearchDocument1760100120100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.events add column search_document tsvector');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.events drop column search_document');
  }
}
