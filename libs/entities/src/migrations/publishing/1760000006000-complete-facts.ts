import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which the job of an outbox event (formerly: fact) was done. While it is null, the worker adds the job of a relayed event
 * again.
 * Also replaces the index of due deliveries by one that begins with the webhook, because the worker reads them by webhook.
 */
export class CompleteFacts1760000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.outbox add column completed_at timestamptz;
      create index outbox_incomplete on publishing.outbox (relayed_at)
        where relayed_at is not null and completed_at is null;
      drop index publishing.webhook_deliveries_due;
      create index webhook_deliveries_due on publishing.webhook_deliveries (webhook_id, next_attempt_at)
        where status = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index publishing.webhook_deliveries_due;
      create index webhook_deliveries_due on publishing.webhook_deliveries (next_attempt_at) where status = 'pending';
      alter table publishing.outbox drop column completed_at;
    `);
  }
}
