import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets only one transaction at a time send NOTIFY. A commit with NOTIFY takes a lock of the whole cluster until the commit is on disk,
 * so concurrent commits with NOTIFY would wait for each other. The listener reads the outbox again 100 ms after a notification, because
 * transactions that commit at the same time send none.
 */
export class AnnounceOutboxWithoutLock1760100106000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function calendar.announce_outbox() returns trigger language plpgsql as $$
      begin
        -- Once per transaction; its end resets the setting.
        if current_setting('almanac.calendar_announced', true) is distinct from 'yes' then
          perform set_config('almanac.calendar_announced', 'yes', true);
          -- The lock of the transaction that notifies; the same in the publishing schema.
          if pg_try_advisory_xact_lock(715517, 1) then
            perform pg_notify('calendar_outbox', '');
          end if;
        end if;
        return null;
      end $$;
      drop trigger announce on calendar.outbox;
      create constraint trigger announce after insert on calendar.outbox
        deferrable initially deferred for each row execute function calendar.announce_outbox();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace function calendar.announce_outbox() returns trigger language plpgsql as $$
      begin
        perform pg_notify('calendar_outbox', '');
        return null;
      end $$;
      drop trigger announce on calendar.outbox;
      create trigger announce after insert on calendar.outbox
        for each statement execute function calendar.announce_outbox();
    `);
  }
}
