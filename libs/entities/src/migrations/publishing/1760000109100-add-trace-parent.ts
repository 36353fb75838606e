import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the W3C `traceparent` of the request that recorded an event, so that the worker can continue the trace. */
export class AddTraceParent1760000109100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.outbox add column trace_parent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.outbox drop column trace_parent');
  }
}
