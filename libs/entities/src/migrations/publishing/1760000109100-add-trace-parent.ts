import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace of the request that recorded an event goes on in the worker that delivers it. */
export class AddTraceParent1760000109100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.outbox add column trace_parent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.outbox drop column trace_parent');
  }
}
