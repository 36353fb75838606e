import { Role, type RoleName, User } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { exportedFields, userDefinition } from '@almanac/resource-fields';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { assertColumns, emptyOrUrlCheck } from '../columns/assert-columns';
import { freeSlug } from '../slugs/free-slug';
import { userColumns } from '../users/user-columns';
import type { WriteScope } from '../write-scope';
import {
  allRows,
  idIn,
  type ImportedRecord,
  type ImportedTables,
  instantIn,
  shortTextIn,
  textIn,
} from './imported-row';
import { importedValues } from './imported-values';
import type { ImportLog } from './import-log';
import type { ImportRights } from './import-rights';

const HASH = /^\$2[aby]\$\d\d\$[./A-Za-z\d]{53}$/;
const statuses = userDefinition.fields.status.values;

/** The roles that a user of a file may get. */
const staffRoles: readonly RoleName[] = ['Administrator', 'Editor', 'Author', 'Contributor'];

/** Ids of the file to ids of the site. */
export type IdMap = Map<string, string>;

/**
 * Gives the stored roles the ids of the file, so that references by id stay valid.
 * @returns the names of the roles by their ids in the file
 */
async function adoptRoleIds(manager: EntityManager, rows: readonly ImportedRecord[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const row of rows) {
    const id = idIn(row);
    const role = await manager
      .createQueryBuilder(Role, 'role')
      .where('role.name = :name', { name: textIn(row, 'name') ?? '' })
      .getOne();
    if (id === undefined || role === null) continue;
    names.set(id, role.name);
    if (role.id !== id && !(await manager.existsBy(Role, { id }))) await renumber(manager, role, id);
  }
  return names;
}

async function renumber(manager: EntityManager, role: Role, id: string): Promise<void> {
  await manager.query(`update publishing.roles set name = 'renumbered' where id = $1`, [role.id]);
  await manager.insert(Role, { ...role, id });
  for (const table of ['roles_users', 'api_keys', 'invites']) {
    await manager.query(`update publishing.${table} set role_id = $2 where role_id = $1`, [role.id, id]);
  }
  await manager.delete(Role, { id: role.id });
}

export interface StaffImport {
  rights: ImportRights;
  isFreshSite: boolean;
}

/**
 * Adds the users of the file. Stored users with the same id or address are not changed. Added users are suspended contributors
 * until they are invited. With `keepsStaffAccess` they get the roles, statuses and password hashes of the file, and a site
 * without posts also gets the profiles of stored users, because such an import restores a site.
 * @returns the ids of users of the site by their ids in the file
 */
export async function importUsers(
  scope: WriteScope,
  tables: ImportedTables,
  log: ImportLog,
  { rights, isFreshSite }: StaffImport,
): Promise<IdMap> {
  const ids: IdMap = new Map();
  const roles = rights.keepsStaffAccess ? await rolesOfUsers(scope.manager, tables) : undefined;
  for await (const rows of tables.rows('users')) {
    for (const row of rows) {
      const id = idIn(row);
      const email = textIn(row, 'email')?.trim() ?? '';
      const known = await findUser(scope.manager, id ?? '', email);
      if (id !== undefined && known !== null) ids.set(id, known.id);
      if (!rights.bringsPeopleAndSettings) continue;
      const reason = whyNoUser(id, email);
      if (id === undefined || reason !== undefined) log.note('users', row, reason ?? NO_ID);
      else if (known === null) {
        ids.set(id, id);
        await addImportedUser(scope, row, { id, email, role: roles && (roles.get(id) ?? 'Contributor') });
        if (!roles) log.note('users', row, SUSPENDED);
      } else if (roles && isFreshSite && known.id === id && known.email === email)
        await restoreProfile(scope, row, known);
      else log.note('users', row, 'The user is here already.');
    }
  }
  return ids;
}

const NO_ID = 'The user has no id or no e-mail address.';
const SUSPENDED = 'The user was added as a contributor and is suspended. Invite them to let them in.';

function whyNoUser(id: string | undefined, email: string): string | undefined {
  if (id === undefined || email === '') return NO_ID;
  try {
    assertColumns('users', { email }, userColumns);
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}

/** The roles of users in the file; an owner of the file becomes an administrator. */
async function rolesOfUsers(manager: EntityManager, tables: ImportedTables): Promise<Map<string, RoleName>> {
  const names = await adoptRoleIds(manager, await allRows(tables, 'roles'));
  const roles = new Map<string, RoleName>();
  for (const row of await allRows(tables, 'roles_users')) {
    const name = names.get(textIn(row, 'role_id') ?? '');
    const role = name === 'Owner' ? 'Administrator' : staffRoles.find((one) => one === name);
    if (role !== undefined) roles.set(textIn(row, 'user_id') ?? '', role);
  }
  return roles;
}

async function findUser(manager: EntityManager, id: string, email: string): Promise<User | null> {
  return manager
    .createQueryBuilder(User, 'user')
    .where('user.id = :id or lower(user.email) = lower(:email)', { id, email })
    .orderBy('lower(user.email) = lower(:email)', 'DESC')
    .getOne();
}

interface ImportedUser {
  id: string;
  email: string;
  /** Absent without `keepsStaffAccess`. */
  role: RoleName | undefined;
}

async function addImportedUser(
  scope: WriteScope,
  row: ImportedRecord,
  { id, email, role }: ImportedUser,
): Promise<void> {
  const { manager } = scope;
  const password = textIn(row, 'password') ?? '';
  const keepsHash = role !== undefined && HASH.test(password);
  await manager.insert(User, {
    id,
    email,
    ...profileOf(scope, row),
    slug: await freeSlug(manager, 'user', textIn(row, 'slug') ?? textIn(row, 'name') ?? ''),
    // Not a bcrypt hash, so no password matches it.
    password: keepsHash ? password : randomBytes(32).toString('hex'),
    status: role === undefined ? 'inactive' : (statuses.find((one) => one === row.status) ?? 'active'),
    createdBy: '1',
  });
  await manager.query(
    'insert into publishing.roles_users (user_id, role_id) select $1, id from publishing.roles where name = $2',
    [id, role ?? 'Contributor'],
  );
}

async function restoreProfile(scope: WriteScope, row: ImportedRecord, user: User): Promise<void> {
  const slug = await freeSlug(scope.manager, 'user', textIn(row, 'slug') ?? user.slug, user.id);
  await scope.manager.update(User, { id: user.id }, { ...profileOf(scope, row), slug });
}

const credentials: ReadonlySet<string> = new Set<keyof User>(['id', 'email', 'slug', 'status']);
const profileFields = exportedFields(userDefinition).filter(({ name }) => !credentials.has(name));

function profileOf({ settings }: WriteScope, row: ImportedRecord): Partial<User> & { name: string; createdAt: Date } {
  const website = shortTextIn(row, 'website', 2000);
  return {
    ...importedValues<User>(profileFields, row, settings.siteUrl),
    name: shortTextIn(row, 'name', 191) ?? 'Nameless',
    website: website !== null && emptyOrUrlCheck?.passes(website) ? website : null,
    // A cut would break the JSON.
    accessibility: textIn(row, 'accessibility'),
    tour: textIn(row, 'tour'),
    createdAt: instantIn(row, 'created_at') ?? new Date(0),
  };
}
