import { NoPermissionError } from '@almanac/errors';
import type { Actor } from '../permissions/actor';
import type { ImportedTable } from './export-limits';
import type { ImportLog } from './import-log';
import type { ImportedTables } from './imported-row';

export interface ImportOptions {
  /** Whether users get the roles, statuses and password hashes of the file. Only the owner may choose it. */
  keepsStaffAccess: boolean;
  /** The URL of the site that wrote the file: URLs of this site become relative. It comes from `formerSiteUrlFrom`. */
  formerSiteUrl?: string;
}

/** The tables that an import may add beside posts, pages and tags. */
export interface ImportRights {
  /** Whether users, members and settings are imported. */
  bringsPeopleAndSettings: boolean;
  keepsStaffAccess: boolean;
  /** Whether the owner of the file becomes an administrator, who is suspended until they are invited. */
  addsAdministrator: boolean;
}

/** The tables that an integration does not import. */
const tablesOfStaffImports: readonly ImportedTable[] = [
  'users',
  'roles',
  'roles_users',
  'settings',
  'members',
  'subscribers',
  'member_subscriptions',
  'members_labels',
  'members_newsletters',
  'members_products',
  'labels',
  'newsletters',
  'products',
];

/**
 * The rights of an actor in an import. An integration imports content only: otherwise its key could add an administrator with a
 * known password.
 * @throws NoPermissionError when the option is used by an actor that is not the owner
 */
export function importRightsOf(actor: Actor, { keepsStaffAccess }: ImportOptions): ImportRights {
  if (keepsStaffAccess && actor.role !== 'Owner') {
    throw new NoPermissionError('Only the owner may import staff with their roles and passwords', {
      help: 'Leave out keep_staff_access: staff are then added as suspended contributors, to be invited.',
    });
  }
  return {
    bringsPeopleAndSettings: actor.kind !== 'integration',
    keepsStaffAccess,
    addsAdministrator: actor.role === 'Owner',
  };
}

/** Reports the tables of the file that the actor may not import. */
export function reportTablesLeftOut(rights: ImportRights, tables: ImportedTables, log: ImportLog): void {
  if (rights.bringsPeopleAndSettings) return;
  for (const table of tablesOfStaffImports) {
    const rows = tables.count(table);
    if (rows === 0) continue;
    log.leaveOutTable(
      table,
      rows,
      `An integration imports posts, pages and tags only. The table ${table} was left out.`,
    );
  }
}
