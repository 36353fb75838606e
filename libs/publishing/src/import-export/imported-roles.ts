import { Role, type RoleName } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { ImportLog } from './import-log';
import { fileIdIn, type ImportedRecord, type ImportedTables, objectIdIn, textIn } from './imported-row';
import { allRowsOf } from './read-rows';

/**
 * The roles that added users get in an import that keeps the access of staff, by their roles in the file. An owner becomes an
 * administrator, because the site has an owner already. `Super Editor` is a role of newer versions of Ghost.
 */
const staffRoles: Readonly<Record<string, RoleName>> = {
  Owner: 'Administrator',
  Administrator: 'Administrator',
  'Super Editor': 'Editor',
  Editor: 'Editor',
  Author: 'Author',
  Contributor: 'Contributor',
};

/** The id of the owner in old exports. */
const FIRST_USER = '1';

/** The roles of the users of a file. Users are identified by their ids in the file. */
export interface ImportedRoles {
  /** The users with the role Owner in the file; the user 1 if no user has this role. */
  owners: ReadonlySet<string>;
  /** The role of each user with a known role, for imports that keep the access of staff. */
  roles: ReadonlyMap<string, RoleName>;
}

/** Reads the roles of users. Rows with an unknown role or without a user are ignored. */
export async function readRoles(tables: ImportedTables, siteUrl: string): Promise<ImportedRoles> {
  const names = new Map<string, string>();
  for (const row of await allRowsOf(tables, 'roles', siteUrl)) {
    const id = fileIdIn(row);
    if (id !== undefined) names.set(id, textIn(row, 'name') ?? '');
  }
  const owners = new Set<string>();
  const roles = new Map<string, RoleName>();
  for (const row of await allRowsOf(tables, 'roles_users', siteUrl)) {
    const user = fileIdIn(row, 'user_id');
    const name = names.get(fileIdIn(row, 'role_id') ?? '') ?? '';
    const role = Object.hasOwn(staffRoles, name) ? staffRoles[name] : undefined;
    if (user === undefined || role === undefined) continue;
    roles.set(user, role);
    if (name === 'Owner') owners.add(user);
  }
  return { owners: owners.size > 0 ? owners : new Set([FIRST_USER]), roles };
}

/** Replaces the ids of stored roles by the ObjectIDs of the file, so that the restored site has the same ids. */
export async function adoptRoleIds(
  manager: EntityManager,
  tables: ImportedTables,
  { siteUrl, log }: { siteUrl: string; log: ImportLog },
): Promise<void> {
  const stored = new Map((await manager.find(Role)).map((role) => [role.name as string, role]));
  const taken = new Set([...stored.values()].map(({ id }) => id));
  const named = new Set<string>();
  for (const row of await allRowsOf(tables, 'roles', siteUrl)) {
    const role = stored.get(textIn(row, 'name') ?? '');
    if (role === undefined) log.leaveOut('roles', 'Almanac has no such role.');
    else if (named.has(role.name)) log.countPresent('roles', row);
    else await adoptId(manager, role, { row, taken, log });
    if (role !== undefined) named.add(role.name);
  }
}

/** Replaces the id of one role by the id of its row in the file, if this is an ObjectID that no role has. */
async function adoptId(
  manager: EntityManager,
  role: Role,
  { row, taken, log }: { row: ImportedRecord; taken: Set<string>; log: ImportLog },
): Promise<void> {
  const id = objectIdIn(row);
  if (id === undefined || taken.has(id)) return log.countPresent('roles', row);
  taken.add(id);
  log.countStored('roles');
  // Names are unique, so the old row gets a temporary name. References to the old row are changed before it is deleted.
  await manager.query(`update publishing.roles set name = 'renumbered' where id = $1`, [role.id]);
  await manager.insert(Role, { ...role, id });
  for (const table of ['roles_users', 'api_keys', 'invites']) {
    await manager.query(`update publishing.${table} set role_id = $2 where role_id = $1`, [role.id, id]);
  }
  await manager.delete(Role, { id: role.id });
}
