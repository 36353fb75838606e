import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds columns. Attempts get the headers and the body of the request. Deliveries get whether the delivery is a test, the time of the last
 * replay, and the number of attempts before that replay.
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
