import { type RoleName, User } from '@almanac/entities';
import { exportedFields, userDefinition } from '@almanac/resource-fields';
import { isMailAddress } from '@almanac/validation';
import { slugFor, toAbsoluteUrl } from '@almanac/rendering';
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from 'typeorm';
import { emptyOrUrlCheck } from '../columns/assert-columns';
import { freeSlug, freeSlugs } from '../slugs/free-slug';
import { FIRST_OWNER_ID } from '../users/owner';
import { withFreeIds } from './with-free-ids';
import type { ImportLog } from './import-log';
import { adoptRoleIds, type ImportedRoles, readRoles } from './imported-roles';
import type { ImportRights } from './import-rights';
import type { IdMap } from './import-tags';
import { fileIdIn, type ImportedRecord, type ImportedTables, objectIdIn, shortTextIn, textIn } from './imported-row';
import { importedValues, logUnknownColumns, type ValueReader } from './imported-values';
import { createdAtIn, type ImportScope } from './import-scope';
import { insertOrIgnore } from './insert-or-ignore';
import { rowsOf } from './read-rows';

/** Matches a hash of bcrypt. */
const HASH = /^\$2[aby]\$\d\d\$[./A-Za-z\d]{53}$/;
const statuses = userDefinition.fields.status.values;
const MAX_EMAIL_LENGTH = 191;
const MAX_PLACEHOLDER_SLUG_LENGTH = 100;
/** RFC 2606 reserves the top-level domain `invalid`, so mail to these addresses cannot reach anyone. */
const PLACEHOLDER_DOMAIN = 'imported.invalid';

const SUSPENDED = 'The user was added as a contributor and is suspended. Invite them to let them in.';
const SUSPENDED_OWNER =
  'The user owned the site of the file. They were added as an administrator and are suspended. Invite them to let them in.';
const SLUG_CHANGED = 'The slug is not valid, or a stored user has it. The imported user got a different slug.';
const NO_ADDRESS = 'The user has no usable e-mail address and got a placeholder.';

/** Fields whose values in the row are not stored as they are. */
const fieldsWithRules: ReadonlySet<string> = new Set<keyof User>(['id', 'email', 'slug', 'status', 'website']);
const profileFields = exportedFields(userDefinition).filter(({ name }) => !fieldsWithRules.has(name));
const knownColumns: ReadonlySet<string> = new Set([
  ...exportedFields(userDefinition).map(({ column }) => column),
  'password',
]);

/** The options of the import of users. */
export interface StaffImport {
  rights: ImportRights;
  /** Whether the site had no posts before the import. */
  isFreshSite: boolean;
}

/** The context in which the users of a file are imported. */
interface UserImportContext extends StaffImport {
  scope: ImportScope;
  log: ImportLog;
  reader: ValueReader;
  roles: ImportedRoles;
  /** The ids of the users whose profiles were restored. */
  restored: Set<string>;
}

/**
 * Adds the users of the file. If a stored user has the address of a row, that user is used, and is not changed. Added users are
 * suspended contributors until they are invited. If the actor is the owner of the site, the owner in the file becomes a suspended
 * administrator. With `keepsStaffAccess`, added users get the roles, statuses and password hashes of the file. Such an import
 * restores a site, so if the site has no posts, stored users also get the profiles of the file. An import by an integration adds no
 * users: its rows are only matched with stored users by address or slug.
 * @returns the ids of users of the site by their ids in the file
 */
export async function importUsers(
  scope: ImportScope,
  tables: ImportedTables,
  log: ImportLog,
  staffImport: StaffImport,
): Promise<IdMap> {
  const { siteUrl } = scope.settings;
  const ids: IdMap = new Map();
  const { rights } = staffImport;
  if (rights.keepsStaffAccess) await adoptRoleIds(scope.manager, tables, { siteUrl, log });
  const roles = await readRoles(tables, siteUrl);
  const reader: ValueReader = { siteUrl, table: 'users', log };
  const context: UserImportContext = { ...staffImport, scope, log, roles, reader, restored: new Set() };
  for await (const rows of rowsOf(tables, 'users', siteUrl)) {
    if (rights.importsPeopleAndSettings) await addUsers(context, rows, ids);
    else await matchUsers(scope.manager, rows, ids);
  }
  logRoles(tables, rights, log);
  return ids;
}

const ROLES_LEFT_OUT = 'Only the owner can import roles, with the option to keep the access of staff.';

function logRoles(tables: ImportedTables, rights: ImportRights, log: ImportLog): void {
  if (!rights.importsPeopleAndSettings) return;
  if (rights.keepsStaffAccess) return log.countRemainingAsPresent('roles_users');
  log.leaveOut('roles', ROLES_LEFT_OUT, tables.count('roles'));
  log.leaveOut('roles_users', ROLES_LEFT_OUT, tables.count('roles_users'));
}

/** A user of the file whom the site does not have. */
interface NewUser {
  /** The id in the file, if it is an ObjectID. */
  id: string | undefined;
  email: string;
  role: RoleName;
  row: ImportedRecord;
}

async function addUsers(context: UserImportContext, rows: readonly ImportedRecord[], ids: IdMap): Promise<void> {
  const { manager } = context.scope;
  const stored = await storedUsers(manager, rows);
  const added = new Map<string, NewUser>();
  for (const row of rows) {
    const email = addressOf(row);
    logUnknownColumns(row, knownColumns, context.reader);
    const known = stored.get(email.toLowerCase());
    if (known !== undefined) await restoreOrKeepUser(context, row, known);
    else if (added.has(email.toLowerCase())) context.log.countPresent('users', row);
    else added.set(email.toLowerCase(), { id: objectIdIn(row), email, role: roleOf(context, row), row });
  }
  const inserted = await insertUsers(context, [...added.values()]);
  // Added users count as restored, so that a later row of the same user does not change their profile.
  for (const id of inserted.values()) context.restored.add(id);
  for (const row of rows) {
    const fileId = fileIdIn(row);
    const address = addressOf(row).toLowerCase();
    const id = stored.get(address)?.id ?? inserted.get(address);
    if (fileId !== undefined && id !== undefined && !ids.has(fileId)) ids.set(fileId, id);
  }
}

/** The address of a user. A placeholder replaces an invalid address, so that the user can be added and stays the author of their posts. */
function addressOf(row: ImportedRecord): string {
  const email = textIn(row, 'email')?.trim() ?? '';
  if (email.length <= MAX_EMAIL_LENGTH && isMailAddress(email)) return email;
  const name = textIn(row, 'slug') ?? textIn(row, 'name') ?? fileIdIn(row) ?? '';
  return `${slugFor('user', name).slice(0, MAX_PLACEHOLDER_SLUG_LENGTH) || 'user'}@${PLACEHOLDER_DOMAIN}`;
}

function roleOf({ rights, roles }: UserImportContext, row: ImportedRecord): RoleName {
  const fileId = fileIdIn(row) ?? '';
  if (rights.keepsStaffAccess) return roles.roles.get(fileId) ?? 'Contributor';
  return rights.addsAdministrator && roles.owners.has(fileId) ? 'Administrator' : 'Contributor';
}

async function storedUsers(manager: EntityManager, rows: readonly ImportedRecord[]): Promise<Map<string, User>> {
  const stored = await manager
    .createQueryBuilder(User, 'user')
    .where('lower(user.email) = any(:emails)', { emails: rows.map((row) => addressOf(row).toLowerCase()) })
    .getMany();
  return new Map(stored.map((user) => [user.email.toLowerCase(), user]));
}

/** Restores the profile of a stored user from their first row if the import restores a site; otherwise does not change the user. */
async function restoreOrKeepUser(context: UserImportContext, row: ImportedRecord, user: User): Promise<void> {
  const { scope, rights, isFreshSite, log, restored } = context;
  if (!rights.keepsStaffAccess || !isFreshSite || restored.has(user.id)) return log.countPresent('users', row);
  restored.add(user.id);
  const slug = await freeSlug(scope.manager, 'user', textIn(row, 'slug') ?? user.slug, user.id);
  const profile: Partial<User> = { ...profileOf(context, row, user.createdAt), slug };
  if (isDeepStrictEqual(pick(user, profile), profile)) return log.countPresent('users', row);
  await scope.manager.update(User, { id: user.id }, profile);
  log.countStored('users');
}

/** The properties of `row` whose names `other` has, too. */
function pick<Row extends object>(row: Row, other: object): Partial<Row> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name in other)) as Partial<Row>;
}

/** @returns the ids of the added users by their addresses in lower case */
async function insertUsers(context: UserImportContext, added: readonly NewUser[]): Promise<Map<string, string>> {
  const { manager } = context.scope;
  const rows = await withFreeIds(manager, 'users', added);
  const names = rows.map(({ row, email }) => textIn(row, 'slug') ?? textIn(row, 'name') ?? email.split('@')[0] ?? '');
  const slugs = await freeSlugs(manager, 'user', names);
  await insertOrIgnore(
    manager,
    User,
    rows.map((user, index) => userFrom(context, user, slugs[index] ?? user.id)),
  );
  await manager.query(
    `insert into publishing.roles_users (user_id, role_id)
     select u.id, r.id from unnest($1::text[], $2::text[]) as u (id, role) join publishing.roles r on r.name = u.role`,
    [rows.map(({ id }) => id), rows.map(({ role }) => role)],
  );
  for (const [index, user] of rows.entries()) {
    logAdded(context, user);
    if ((textIn(user.row, 'slug') ?? slugs[index]) !== slugs[index])
      context.log.countField('users', 'slug', SLUG_CHANGED);
  }
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]));
}

function userFrom(
  context: UserImportContext,
  { id, email, row }: NewUser & { id: string },
  slug: string,
): Partial<User> {
  const password = textIn(row, 'password') ?? '';
  const { keepsStaffAccess } = context.rights;
  return {
    ...profileOf(context, row, context.scope.now),
    id,
    email,
    slug,
    // A random value that is not a bcrypt hash, so no password matches it.
    password: keepsStaffAccess && HASH.test(password) ? password : randomBytes(32).toString('hex'),
    status: keepsStaffAccess ? (statuses.find((one) => one === (row.status ?? 'active')) ?? 'inactive') : 'inactive',
    createdBy: FIRST_OWNER_ID,
  };
}

function logAdded({ log, rights, roles }: UserImportContext, { row, email, role }: NewUser): void {
  log.countStored('users');
  if (rights.keepsStaffAccess && roles.roles.has(fileIdIn(row) ?? '')) log.countStored('roles_users');
  if (email.endsWith(`@${PLACEHOLDER_DOMAIN}`)) log.addProblem('users', row, NO_ADDRESS);
  if (!rights.keepsStaffAccess) log.addProblem('users', row, role === 'Administrator' ? SUSPENDED_OWNER : SUSPENDED);
}

/** Adds the stored users with the address, else with the slug, of a row to `ids`. Used for an integration, which adds no users. */
async function matchUsers(manager: EntityManager, rows: readonly ImportedRecord[], ids: IdMap): Promise<void> {
  const slugs = rows.flatMap((row) => textIn(row, 'slug') ?? []);
  const stored: { id: string; email: string; slug: string }[] = await manager.query(
    'select id, lower(email) as email, slug from publishing.users where lower(email) = any($1) or slug = any($2)',
    [rows.map((row) => addressOf(row).toLowerCase()), slugs],
  );
  const byEmail = new Map(stored.map(({ id, email }) => [email, id]));
  const bySlug = new Map(stored.map(({ id, slug }) => [slug, id]));
  for (const row of rows) {
    const fileId = fileIdIn(row);
    const id = byEmail.get(addressOf(row).toLowerCase()) ?? bySlug.get(textIn(row, 'slug') ?? '');
    if (fileId !== undefined && id !== undefined && !ids.has(fileId)) ids.set(fileId, id);
  }
}

/** The profile columns of a row. @param defaultCreatedAt used for a row without a date */
function profileOf(
  { reader, log }: UserImportContext,
  row: ImportedRecord,
  defaultCreatedAt: Date,
): Partial<User> & { name: string; createdAt: Date } {
  const given = shortTextIn(row, 'website', 2000);
  // URLs of the exported site are already relative in `row`, but this column stores absolute URLs.
  const website = given?.startsWith('/') === true ? toAbsoluteUrl(given, { siteUrl: reader.siteUrl }) : given;
  const isUrl = website !== null && emptyOrUrlCheck.passes(website);
  if (website !== null && !isUrl) log.countField('users', 'website', 'The value is not a URL.');
  return {
    ...importedValues<User>(profileFields, row, reader),
    name: shortTextIn(row, 'name', 191) ?? textIn(row, 'slug') ?? 'Nameless',
    website: isUrl ? website : null,
    // These JSON values are not cut, because they would become invalid.
    accessibility: textIn(row, 'accessibility'),
    tour: textIn(row, 'tour'),
    createdAt: createdAtIn(row, defaultCreatedAt),
  };
}
