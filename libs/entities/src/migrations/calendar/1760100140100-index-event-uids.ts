import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type ConcurrentIndex, createIndexConcurrently } from '../concurrent-index';

const index: ConcurrentIndex = {
  table: 'calendar.events',
  name: 'events_uid',
  definition: '(owner_id, uid) where uid is not null',
  isUnique: true,
};

/** Makes the UIDs of imported events unique among the events of their owner. */
export class IndexEventUids1760100140100 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index calendar.${index.name}`);
  }
}
