import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropIndexConcurrently } from '../concurrent-index';

/** Drops an index that no query needs: `webhook_deliveries_newest` finds old deliveries by their webhook. */
export class DropAgeIndexOfDeliveries1760000201200 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await dropIndexConcurrently(runner, { table: 'publishing.webhook_deliveries', name: 'webhook_deliveries_age' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index webhook_deliveries_age on publishing.webhook_deliveries (created_at)');
  }
}
