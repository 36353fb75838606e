import { NoPermissionError } from '@almanac/errors';
import type { Actor } from '../permissions/actor';
import type { ImportedTable } from './export-limits';
import type { ImportReport } from './import-report';
import type { ImportedTables } from './imported-row';

export interface ImportOptions {
  /** Staff keep the roles, statuses and password hashes of the file. The owner's to choose. */
  keepsStaffAccess: boolean;
}

/** What an import may bring beside posts, pages and tags. */
export interface ImportRights {
  /** Staff, members and settings. */
  bringsPeopleAndSettings: boolean;
  keepsStaffAccess: boolean;
}

/** The tables an integration's key does not import: who may sign in, who reads, and how the site is set. */
const tablesOfStaffImports: readonly ImportedTable[] = [
  'users',
  'roles',
  'roles_users',
  'settings',
  'members',
  'member_subscriptions',
];

/**
 * What the actor may bring into the site by a file. An integration brings content only: anyone who holds its key could
 * otherwise make an administrator with a password of their choice.
 * @throws NoPermissionError when anybody but the owner wants staff to keep their access
 */
export function importRightsOf(actor: Actor, { keepsStaffAccess }: ImportOptions): ImportRights {
  if (keepsStaffAccess && actor.role !== 'Owner') {
    throw new NoPermissionError('Only the owner may import staff with their roles and passwords', {
      help: 'Leave out keep_staff_access: staff are then added as suspended contributors, to be invited.',
    });
  }
  return { bringsPeopleAndSettings: actor.kind !== 'integration', keepsStaffAccess };
}

/** Tells which tables of the file stay out of the site for lack of rights. */
export function reportTablesLeftOut(rights: ImportRights, tables: ImportedTables, report: ImportReport): void {
  if (rights.bringsPeopleAndSettings) return;
  for (const table of tablesOfStaffImports) {
    const rows = tables.count(table);
    if (rows === 0) continue;
    report.noteTable(
      table,
      rows,
      `An integration imports posts, pages and tags only. The table ${table} was left out.`,
    );
  }
}
