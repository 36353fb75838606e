import { NoPermissionError } from '@almanac/errors';
import type { Actor } from '../permissions/actor';
import type { ImportedTable } from './export-limits';
import type { ImportLog } from './import-log';
import type { ImportedTables } from './imported-row';

export interface ImportOptions {
  /** Whether users get the roles, statuses and password hashes of the file. Only the owner may choose it. */
  keepsStaffAccess: boolean;
  /** The URL of the site that wrote the file, as `oldSiteUrlFrom` returns it. URLs of that site in the file become relative. */
  oldSiteUrl?: string;
}

/** The rows that an import may store in addition to posts, pages and tags. */
export interface ImportRights {
  /** Whether users, members and settings are imported. */
  importsPeopleAndSettings: boolean;
  keepsStaffAccess: boolean;
  /** Without `keepsStaffAccess`: whether the owner in the file is added as a suspended administrator instead of contributor. */
  addsAdministrator: boolean;
}

/** Tables that an import by an integration leaves out. */
const tablesClosedToIntegrations: readonly ImportedTable[] = [
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
 * The rights of an actor in an import. An integration imports content only, because its key may not change users and settings. Members are
 * left out, too: in an export, they can have subscriptions of a payment provider, which an integration may not change.
 * @throws NoPermissionError when an actor other than the owner uses `keepsStaffAccess`
 */
export function importRightsOf(actor: Actor, { keepsStaffAccess }: ImportOptions): ImportRights {
  if (keepsStaffAccess && actor.role !== 'Owner') {
    throw new NoPermissionError('Only the owner may import staff with their roles and passwords', {
      help:
        actor.kind === 'integration'
          ? 'Leave out keep_staff_access. An integration imports posts, pages, tags and uploaded files only.'
          : 'Leave out keep_staff_access: staff are then added as suspended contributors, to be invited.',
    });
  }
  return {
    importsPeopleAndSettings: actor.kind !== 'integration',
    keepsStaffAccess,
    addsAdministrator: actor.role === 'Owner',
  };
}

/** Reports the tables of the file that the actor may not import. */
export function reportTablesLeftOut(rights: ImportRights, tables: ImportedTables, log: ImportLog): void {
  if (rights.importsPeopleAndSettings) return;
  for (const table of tablesClosedToIntegrations) {
    const rows = tables.count(table);
    if (rows === 0) continue;
    log.leaveOutTable(
      table,
      rows,
      `An integration imports posts, pages, tags and uploaded files only. The table ${table} was left out.`,
    );
  }
}
