import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the W3C `traceparent` of the request that recorded an outbox event, so that the worker can continue the trace. */
export class AddCalendarTraceParent1760100109000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.outbox add column trace_parent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table calendar.outbox drop column trace_parent');
  }
}
