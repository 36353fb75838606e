import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the e-mail address that a user confirmed, in lower case. Addresses of existing users count as confirmed. */
export class AddConfirmedEmail1760000170000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.users add column confirmed_email text');
    await runner.query('update publishing.users set confirmed_email = lower(email)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.users drop column confirmed_email');
  }
}
