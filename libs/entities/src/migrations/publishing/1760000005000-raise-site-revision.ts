import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The triggers: name, table, operations, and a condition that is true only if visitors of the site see the row. `_read` in a name means
 * that visitors read the table.
 */
const watched = [
  ['posts_read', 'posts', `after update`, `(old.status = 'published' or new.status = 'published')`],
  ['posts_added', 'posts', `after insert`, `(new.status = 'published')`],
  ['posts_removed', 'posts', `after delete`, `(old.status = 'published')`],
  ['posts_meta_read', 'posts_meta', `after insert or update or delete`],
  ['posts_tags_read', 'posts_tags', `after insert or update or delete`],
  ['posts_authors_read', 'posts_authors', `after insert or update or delete`],
  ['tags_read', 'tags', `after insert or update or delete`],
  ['users_read', 'users', `after insert or update or delete`],
  ['settings_read', 'settings', `after insert or update or delete`],
  ['api_keys_read', 'api_keys', `after insert or delete or update of secret, type`],
] as const;

const triggerSql = ([name, table, when, condition]: readonly string[]): string => `
  create constraint trigger ${name} ${when} on publishing.${table}
    deferrable initially deferred for each row ${condition ? `when ${condition}` : ''}
    execute function publishing.raise_site_revision();`;

/**
 * Triggers raise the site revision in every transaction that changes content for visitors, also if no service runs the transaction.
 * All transactions update the same row. The triggers are deferred: a transaction locks this row only during the commit, after all other
 * rows. So the lock cannot be part of a deadlock.
 */
export class RaiseSiteRevision1760000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.site_revision (id integer primary key check (id = 1), revision bigint not null);
      insert into publishing.site_revision values (1, 1);
      create function publishing.raise_site_revision() returns trigger language plpgsql as $$
      declare
        raised bigint;
      begin
        -- Once per transaction, however many rows it touched.
        if current_setting('almanac.revision_raised_in', true) is distinct from pg_current_xact_id()::text then
          perform set_config('almanac.revision_raised_in', pg_current_xact_id()::text, true);
          update publishing.site_revision set revision = revision + 1 returning revision into raised;
          perform pg_notify('publishing_site_revision', raised::text);
        end if;
        return null;
      end $$;
      ${watched.map(triggerSql).join('')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function publishing.raise_site_revision() cascade;
      drop table publishing.site_revision;
    `);
  }
}
