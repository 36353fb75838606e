import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the outbox: the events from which the worker creates webhook deliveries and mails. Inserts notify the worker by `pg_notify`. */
export class CreateCalendarOutbox1760100002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table calendar.outbox (
        id text primary key,
        position bigint generated always as identity unique,
        subject_type text not null,
        subject_id text not null,
        revision bigint not null,
        event text not null,
        payload jsonb not null,
        request_id text,
        occurred_at timestamptz not null default now(),
        relayed_at timestamptz,
        unique (subject_type, subject_id, revision, event)
      );
      create index outbox_unrelayed on calendar.outbox (position) where relayed_at is null;
      create index outbox_age on calendar.outbox (occurred_at);
      create function calendar.announce_outbox() returns trigger language plpgsql as $$
      begin
        perform pg_notify('calendar_outbox', '');
        return null;
      end $$;
      create trigger announce after insert on calendar.outbox
        for each statement execute function calendar.announce_outbox();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar.outbox; drop function calendar.announce_outbox();');
  }
}
