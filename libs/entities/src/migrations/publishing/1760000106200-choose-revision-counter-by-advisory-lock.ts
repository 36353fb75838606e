import type { MigrationInterface, QueryRunner } from 'typeorm';

const COUNTERS = 64;
/** The advisory lock of the transaction that sends notifications. */
const NOTIFIER_LOCK = '715517, 1';
/** The first key of the advisory locks of the counters; the second one is the id of the counter. */
const COUNTER_LOCKS = 715_518;

const raiseRevision = (declaration: string, raise: string): string => `
  create or replace function publishing.raise_site_revision() returns trigger language plpgsql as $$
  declare
    ${declaration}
  begin
    -- Once per transaction, however many rows it touched; the transaction's end resets the setting.
    if current_setting('almanac.revision_raised', true) = 'yes' then
      return null;
    end if;
    perform set_config('almanac.revision_raised', 'yes', true);
    ${raise}
    -- NOTIFY takes a lock of the whole cluster until the commit is on disk: one transaction at a time sends it.
    if pg_try_advisory_xact_lock(${NOTIFIER_LOCK}) then
      perform pg_notify('publishing_site_revision', revision::text) from publishing.site_revision;
    end if;
    return null;
  end $$;
`;

/** If all counters are locked, the transaction waits for the row of the counter that it tried first. */
const BY_ADVISORY_LOCK = raiseRevision(
  `counter integer := pg_backend_pid() % ${COUNTERS};`,
  `for attempt in 1..${COUNTERS} loop
      exit when pg_try_advisory_xact_lock(${COUNTER_LOCKS}, counter);
      counter := (counter + 1) % ${COUNTERS};
    end loop;
    update publishing.site_revision_counters set revision = revision + 1 where id = counter;`,
);

const BY_ROW_LOCK = raiseRevision(
  `own constant integer := pg_backend_pid() % ${COUNTERS};`,
  `update publishing.site_revision_counters set revision = revision + 1
    where id = (select id from publishing.site_revision_counters where id = own for update skip locked);
    if not found then
      update publishing.site_revision_counters set revision = revision + 1
      where id = coalesce(
        (select id from publishing.site_revision_counters
         order by (id - own + ${COUNTERS}) % ${COUNTERS} limit 1 for update skip locked),
        own);
    end if;`,
);

/**
 * The sum of the counters is the revision of the site. Each transaction that changes public content raises one counter that no other
 * transaction has locked. This migration locks the counters by advisory locks. These take a third of the time of row locks, which write
 * to the row and to the WAL.
 */
export class ChooseRevisionCounterByAdvisoryLock1760000106200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(BY_ADVISORY_LOCK);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BY_ROW_LOCK);
  }
}
