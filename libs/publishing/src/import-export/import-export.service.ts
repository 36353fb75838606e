import { User } from '@almanac/entities';
import { InternalServerError, NoPermissionError } from '@almanac/errors';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { recordSiteChanged } from '../site-changed';
import { databaseTime } from '../tags/stored-tag';
import { inTransaction, type WriteScope } from '../write-scope';
import { exportContent } from './export-content';
import type { ExportOptions } from './exported-tables';
import { importMemberTables } from './import-members-table';
import { importPosts } from './import-posts';
import { ImportReport, type ImportProblem } from './import-report';
import { importSettings } from './import-settings';
import { importUsers } from './import-staff';
import { importTags } from './import-tags';
import type { ImportedTables } from './imported-row';

/** The verbs of a whole site: out, in, and gone. */
export class ImportExportService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * The site as the text of a Ghost export, in pieces.
   * @throws NoPermissionError, also when anybody but the owner asks for the hashes of passwords
   */
  export(actor: Actor, options: ExportOptions): AsyncGenerator<string> {
    authorize(actor, 'db.exportContent');
    if (options.withPasswordHashes && actor.role !== 'Owner') {
      throw new NoPermissionError('Only the owner may export the hashes of passwords');
    }
    return exportContent(this.context.dataSource, this.context.clock.now(), options);
  }

  /**
   * Adds what a Ghost export (2.x or 3.x) holds, with its ids, in one transaction. What is here already stays as it is,
   * so the same file again changes nothing. Single posts and members are not announced; that the site changed is.
   * @returns what was left out, and why
   */
  async import(actor: Actor, tables: ImportedTables): Promise<ImportProblem[]> {
    authorize(actor, 'db.importContent');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const report = new ImportReport();
      const isFreshSite = !(await hasPosts(scope));
      const now = await databaseTime(scope.manager);
      const users = await importUsers(scope, tables, report, { isFreshSite });
      const tags = await importTags(scope, tables, report);
      await importPosts(scope, tables, report, { users, tags, ownerId: await ownerId(scope), now });
      await importMemberTables(scope, tables, report);
      await importSettings(scope, tables, report);
      await recordSiteChanged(scope);
      return report.problems;
    });
  }

  /** Deletes all posts, pages and tags. */
  async deleteAll(actor: Actor): Promise<void> {
    authorize(actor, 'db.deleteAllContent');
    await inTransaction(this.context.dataSource, this.context, async (scope) => {
      await scope.manager.query('delete from publishing.posts');
      await scope.manager.query('delete from publishing.tags');
      await recordSiteChanged(scope);
    });
  }
}

async function hasPosts({ manager }: WriteScope): Promise<boolean> {
  const rows: unknown[] = await manager.query('select 1 from publishing.posts limit 1');
  return rows.length > 0;
}

async function ownerId({ manager }: WriteScope): Promise<string> {
  const owner = await manager.findOne(User, { select: { id: true }, where: { roles: { name: 'Owner' } } });
  if (!owner) throw new InternalServerError('The site has no owner yet.');
  return owner.id;
}
