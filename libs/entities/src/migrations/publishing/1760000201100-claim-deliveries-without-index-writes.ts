import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reduces the index entries that one delivery writes. A claim changes only `claimed_until`, which is in no index. The free space in each
 * page lets PostgreSQL write the changed row beside the old one (heap-only tuple). No query needs the index on all positions of the
 * outbox, because `outbox_unrelayed` has those that are read.
 */
export class ClaimDeliveriesWithoutIndexWrites1760000201100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.webhook_deliveries add column claimed_until timestamptz;
      alter table publishing.webhook_deliveries set (fillfactor = 50);
      alter table publishing.outbox drop constraint outbox_position_key;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.outbox add constraint outbox_position_key unique (position);
      alter table publishing.webhook_deliveries reset (fillfactor);
      alter table publishing.webhook_deliveries drop column claimed_until;
    `);
  }
}
