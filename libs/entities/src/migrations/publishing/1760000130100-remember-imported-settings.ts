import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A digest of the last imported value of each setting, so that a second import of a file does not revert later changes. */
export class RememberImportedSettings1760000130100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.imported_settings (
        key text primary key,
        value_digest text not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.imported_settings');
  }
}
