import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds columns: to attempts, the headers and the body of the request; to deliveries, whether it is a test, and for the last replay its
 * time and the number of attempts before it.
 */
export class KeepSentWebhookRequests1760000109000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.webhook_deliveries
        add column is_test boolean not null default false,
        add column replay_requested_at timestamptz,
        add column attempts_before_replay integer not null default 0;
      alter table publishing.webhook_attempts
        add column request_headers jsonb,
        add column request_body text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table publishing.webhook_attempts drop column request_headers, drop column request_body;
      alter table publishing.webhook_deliveries
        drop column is_test, drop column replay_requested_at, drop column attempts_before_replay;
    `);
  }
}
