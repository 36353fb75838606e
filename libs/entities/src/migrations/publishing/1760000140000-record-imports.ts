import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The progress and the result of imports that run after the response to their request. `beat_at` is the time of the last heartbeat of the
 * process that runs the import.
 */
export class RecordImports1760000140000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.imports (
        id text primary key,
        actor text not null,
        filename text not null,
        progress json,
        result json,
        error json,
        created_at timestamptz not null default now(),
        beat_at timestamptz not null default now(),
        finished_at timestamptz,
        expires_at timestamptz not null
      );
      create index imports_expires_at on publishing.imports (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.imports');
  }
}
