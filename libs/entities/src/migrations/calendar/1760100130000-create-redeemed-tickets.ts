import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The tickets of the Admin API that were exchanged for a calendar session. They are stored until they expire, so that each works once. */
export class CreateRedeemedTickets1760100130000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table calendar.redeemed_tickets (
        ticket_id text primary key,
        expires_at timestamptz not null
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar.redeemed_tickets');
  }
}
