import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropIndexConcurrently } from '../concurrent-index';

/** Drops the index `webhook_deliveries_age`. Queries find old deliveries by their webhook, with the index `webhook_deliveries_newest`. */
export class DropAgeIndexOfDeliveries1760000201200 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await dropIndexConcurrently(runner, { table: 'publishing.webhook_deliveries', name: 'webhook_deliveries_age' });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('create index webhook_deliveries_age on publishing.webhook_deliveries (created_at)');
  }
}
