import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reduces the index entries that one delivery writes. A claim changes only `claimed_until`, which is in no index. The free space in each
 * page lets PostgreSQL write the changed row beside the old one (heap-only tuple). No query needs the two dropped indexes:
 * `webhook_deliveries_newest` finds old deliveries, and `outbox_unrelayed` has the positions.
 */
export class ClaimDeliveriesWithoutIndexWrites1760000201100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.webhook_deliveries add column claimed_until timestamptz;
      alter table publishing.webhook_deliveries set (fillfactor = 50);
      drop index publishing.webhook_deliveries_age;
      alter table publishing.outbox drop constraint outbox_position_key;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.outbox add constraint outbox_position_key unique (position);
      create index webhook_deliveries_age on publishing.webhook_deliveries (created_at);
      alter table publishing.webhook_deliveries reset (fillfactor);
      alter table publishing.webhook_deliveries drop column claimed_until;
    `);
  }
}
