import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTERS = 64;
/**
 * At any time, only the transaction that holds this advisory lock sends a notification. The calendar schema uses the same lock.
 * Transactions that commit meanwhile send none, so listeners read the state again 100 ms after a notification.
 */
const NOTIFIER_LOCK = '715517, 1';

const RAISE_ONE_COUNTER = `
  create or replace function publishing.raise_site_revision() returns trigger language plpgsql as $$
  declare
    own constant integer := pg_backend_pid() % ${COUNTERS};
  begin
    -- Once per transaction, however many rows it touched; the transaction's end resets the setting.
    if current_setting('almanac.revision_raised', true) = 'yes' then
      return null;
    end if;
    perform set_config('almanac.revision_raised', 'yes', true);
    update publishing.site_revision_counters set revision = revision + 1
    where id = (select id from publishing.site_revision_counters where id = own for update skip locked);
    if not found then
      update publishing.site_revision_counters set revision = revision + 1
      where id = coalesce(
        (select id from publishing.site_revision_counters
         order by (id - own + ${COUNTERS}) % ${COUNTERS} limit 1 for update skip locked),
        own);
    end if;
    -- NOTIFY takes a lock of the whole cluster until the commit is on disk: one transaction at a time sends it.
    if pg_try_advisory_xact_lock(${NOTIFIER_LOCK}) then
      perform pg_notify('publishing_site_revision', revision::text) from publishing.site_revision;
    end if;
    return null;
  end $$;
`;

const ANNOUNCE_ONCE_PER_TRANSACTION = `
  create or replace function publishing.announce_outbox() returns trigger language plpgsql as $$
  begin
    if current_setting('almanac.outbox_announced', true) is distinct from 'yes' then
      perform set_config('almanac.outbox_announced', 'yes', true);
      if pg_try_advisory_xact_lock(${NOTIFIER_LOCK}) then
        perform pg_notify('publishing_outbox', '');
      end if;
    end if;
    return null;
  end $$;
  drop trigger announce on publishing.outbox;
  create constraint trigger announce after insert on publishing.outbox
    deferrable initially deferred for each row execute function publishing.announce_outbox();
`;

/**
 * The site revision becomes the sum of 64 counters. A transaction raises a counter that no other transaction has locked, so commits
 * wait for each other only if all 64 counters are locked.
 */
export class RaiseRevisionWithoutLock1760000106000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      lock table publishing.site_revision in access exclusive mode;
      create table publishing.site_revision_counters (id integer primary key, revision bigint not null) with (fillfactor = 20);
      insert into publishing.site_revision_counters
        select id, case id when 0 then (select revision + 1 from publishing.site_revision) else 0 end
        from generate_series(0, ${COUNTERS - 1}) as id;
      drop table publishing.site_revision;
      -- Services of the previous version still read this name.
      create view publishing.site_revision as
        select sum(revision)::bigint as revision from publishing.site_revision_counters;
      ${RAISE_ONE_COUNTER}
      ${ANNOUNCE_ONCE_PER_TRANSACTION}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.site_revision_row (id integer primary key check (id = 1), revision bigint not null);
      insert into publishing.site_revision_row select 1, revision from publishing.site_revision;
      drop view publishing.site_revision;
      drop table publishing.site_revision_counters;
      alter table publishing.site_revision_row rename to site_revision;
      create or replace function publishing.raise_site_revision() returns trigger language plpgsql as $$
      declare
        raised bigint;
      begin
        if current_setting('almanac.revision_raised_in', true) is distinct from pg_current_xact_id()::text then
          perform set_config('almanac.revision_raised_in', pg_current_xact_id()::text, true);
          update publishing.site_revision set revision = revision + 1 returning revision into raised;
          perform pg_notify('publishing_site_revision', raised::text);
        end if;
        return null;
      end $$;
      create or replace function publishing.announce_outbox() returns trigger language plpgsql as $$
      begin
        perform pg_notify('publishing_outbox', '');
        return null;
      end $$;
      drop trigger announce on publishing.outbox;
      create trigger announce after insert on publishing.outbox
        for each statement execute function publishing.announce_outbox();
    `);
  }
}
