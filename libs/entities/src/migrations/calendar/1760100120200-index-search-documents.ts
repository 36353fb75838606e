import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type ConcurrentIndex, createIndexConcurrently } from '../concurrent-index';

const indexes: ConcurrentIndex[] = [
  // `fastupdate` is off: with it, every search would read the whole pending list of the index.
  {
    table: 'calendar.events',
    name: 'events_search',
    definition: 'using gin (search_document) with (fastupdate = off)',
  },
  { table: 'calendar.events', name: 'events_without_search', definition: '(id) where search_document is null' },
];

/** Indexes for searches, and for the events whose terms the worker still has to add. */
export class IndexSearchDocuments1760100120200 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await createIndexConcurrently(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of indexes) await runner.query(`drop index calendar.${name}`);
  }
}
