import { InternalServerError, NoPermissionError } from '@almanac/errors';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PostsContext, PublishingContext } from '../publishing-context';
import { recordSiteChanged } from '../site-changed';
import { databaseTime } from '../database-time';
import { findOwnerId } from '../users/owner';
import { inTransaction, type WriteScope } from '../write-scope';
import { importRunningError } from './import-running-error';
import { exportContent } from './export-content';
import type { ExportOptions } from './exported-tables';
import { importMemberTables } from './import-members-table';
import { fallbackAuthorOf } from './import-post-relations';
import { importPosts } from './import-posts';
import { ImportLog } from './import-log';
import type { ImportResult } from './import-report';
import { type ImportOptions, importRightsOf, reportTablesLeftOut } from './import-rights';
import { importSettings } from './import-settings';
import { importTags } from './import-tags';
import { importUsers } from './import-users';
import type { ImportedTables } from './imported-row';
import { TablesOfOldSite } from './tables-of-old-site';

const FIRST_VERSION_WITH_LEXICAL = 5;

/** Exports and imports the site, and deletes its content. */
export class ImportExportService {
  constructor(private readonly context: PublishingContext & PostsContext) {}

  /**
   * The JSON of an export of the site in the format of Ghost, in pieces.
   * @throws NoPermissionError, also when an actor other than the owner requests password hashes
   */
  export(actor: Actor, options: ExportOptions): AsyncGenerator<string> {
    authorize(actor, 'db.exportContent');
    if (options.withPasswordHashes && actor.role !== 'Owner') {
      throw new NoPermissionError('Only the owner may export the hashes of passwords');
    }
    return exportContent(this.context.dataSource, this.context.clock.now(), options);
  }

  /**
   * Checks that the actor may import with these options, before the file is read.
   * @throws NoPermissionError
   */
  assertMayImport(actor: Actor, options: ImportOptions): void {
    authorize(actor, 'db.importContent');
    // Throws for an actor who may not use `keepsStaffAccess`.
    importRightsOf(actor, options);
  }

  /**
   * Adds the rows of an export of any version of Ghost, in one transaction. A row keeps its id if this is an ObjectID that the site
   * does not use; otherwise it gets a new one. Without `keepsStaffAccess`, no stored row is changed, except settings. With it:
   * - Added staff keep the status and password of the file, and the role, unless it is unknown or that of an owner.
   * - The stored roles get the ids of the file.
   * - On a site without posts, stored staff get the profiles of the file.
   *
   * Importing the file again adds no row twice. The only outbox event is `site.changed`. `importRightsOf` decides which tables are
   * imported.
   * @returns the report: what was stored, changed and left out
   * @throws NoPermissionError; MaintenanceError while another import runs
   */
  async import(actor: Actor, file: ImportedTables, options: ImportOptions): Promise<ImportResult> {
    authorize(actor, 'db.importContent');
    const rights = importRightsOf(actor, options);
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      await lockImports(scope);
      const { renderer } = this.context;
      const log = new ImportLog(file);
      const tables = tablesOf(file, options, log);
      const isFreshSite = !(await hasPosts(scope));
      const now = await databaseTime(scope.manager);
      reportTablesLeftOut(rights, tables, log);
      const importScope = { ...scope, now };
      const users = await importUsers(importScope, tables, log, { rights, isFreshSite });
      const tags = await importTags(importScope, tables, log);
      const fallbackAuthor = fallbackAuthorOf(tables, users, await ownerId(scope));
      const isFromGhost5 = isFromVersion5(tables.version);
      await importPosts(scope, tables, log, { users, tags, fallbackAuthor, now, renderer, isFromGhost5 });
      if (rights.importsPeopleAndSettings) {
        await importMemberTables(importScope, tables, log);
        await importSettings(scope, tables, log);
      }
      if (log.hasStored) await recordSiteChanged(scope);
      return log.result();
    });
  }

  /**
   * Deletes all posts, pages and tags in one transaction. The only outbox event is `site.changed`.
   * @throws NoPermissionError
   */
  async deleteAll(actor: Actor): Promise<void> {
    authorize(actor, 'db.deleteAllContent');
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      await deleteRows(scope, 'posts');
      await deleteRows(scope, 'tags');
      await recordSiteChanged(scope);
    });
  }
}

/** The tables of the file; with `oldSiteUrl`, URLs of the old site in them become relative. */
function tablesOf(file: ImportedTables, { oldSiteUrl }: ImportOptions, log: ImportLog): ImportedTables {
  return oldSiteUrl === undefined ? file : new TablesOfOldSite(file, oldSiteUrl, log);
}

/** Whether Ghost 5 or later wrote the file. Exports of Almanac state a lower version. */
function isFromVersion5(version: string | null): boolean {
  return Number.parseInt(version ?? '', 10) >= FIRST_VERSION_WITH_LEXICAL;
}

/** The rows of one statement, which has a time limit. Triggers and `on delete cascade` make the deletion of a row slow. */
const ROWS_PER_DELETION = 1_000;

/**
 * Deletes the rows of a table in the order of their ids. Each statement begins after the last id of the previous one, so it reads no
 * deleted rows.
 */
async function deleteRows({ manager }: WriteScope, table: 'posts' | 'tags'): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const rows: { last: string | null }[] = await manager.query(
      `with batch as (select id from publishing.${table} where id > $1 order by id limit ${ROWS_PER_DELETION}),
         deleted as (delete from publishing.${table} t using batch where t.id = batch.id)
       select max(id) as last from batch`,
      [after],
    );
    after = rows[0]?.last ?? null;
  }
}

/**
 * The maximum time between two statements of an import; an interval of PostgreSQL. The posts of a batch are rendered between two
 * statements. Each lexical document may wait 20 minutes for others, which is longer than the limit of a minute for idle transactions.
 */
const MAX_RENDERING_TIME = '1h';

/**
 * Two concurrent imports would wait for each other's row locks, so only one may run. The lock ends with the transaction. Also raises the
 * time limit for idle transactions.
 * @throws MaintenanceError while another import runs
 */
async function lockImports({ manager }: WriteScope): Promise<void> {
  const [row] = await manager.query<{ locked: boolean }[]>(
    `select set_config('idle_in_transaction_session_timeout', $1, true),
       pg_try_advisory_xact_lock(hashtext('almanac.import')) as locked`,
    [MAX_RENDERING_TIME],
  );
  if (row?.locked !== true) throw importRunningError();
}

async function hasPosts({ manager }: WriteScope): Promise<boolean> {
  const rows: unknown[] = await manager.query('select 1 from publishing.posts limit 1');
  return rows.length > 0;
}

async function ownerId({ manager }: WriteScope): Promise<string> {
  const id = await findOwnerId(manager);
  if (id === undefined) throw new InternalServerError('The site has no owner yet.');
  return id;
}
