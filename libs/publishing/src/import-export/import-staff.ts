import { Role, User, type UserStatus } from '@almanac/entities';
import { toRelativeUrl } from '@almanac/rendering';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { freeSlug } from '../slugs/free-slug';
import type { WriteScope } from '../write-scope';
import { idIn, type ImportedRecord, type ImportedTables, instantIn, shortTextIn, textIn } from './imported-row';
import type { ImportReport } from './import-report';

const HASH = /^\$2[aby]\$\d\d\$[./A-Za-z\d]{53}$/;
const statuses: readonly UserStatus[] = ['active', 'inactive', 'locked', 'warn-1', 'warn-2', 'warn-3', 'warn-4'];

/** What an import knows of who is who: ids of the file to ids of the site. */
export type IdMap = Map<string, string>;

/**
 * Gives the site's roles the ids they have in the file, so that everything that names a role by its id keeps meaning it.
 * @returns the file's ids of roles, to their names
 */
export async function adoptRoleIds(
  manager: EntityManager,
  { roles = [] }: ImportedTables,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const row of roles) {
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

/**
 * Adds the users of the file. Who is here already, by id or by address, stays as they are; on a site without posts the
 * file tells their profile, because there it restores what was exported.
 */
export async function importUsers(
  scope: WriteScope,
  tables: ImportedTables,
  report: ImportReport,
  { isFreshSite }: { isFreshSite: boolean },
): Promise<IdMap> {
  const { manager } = scope;
  const roleNames = await adoptRoleIds(manager, tables);
  const roleOf = new Map((tables.roles_users ?? []).map((row) => [textIn(row, 'user_id'), textIn(row, 'role_id')]));
  const ids: IdMap = new Map();
  for (const row of tables.users ?? []) {
    const id = idIn(row);
    const email = shortTextIn(row, 'email', 191);
    if (id === undefined || email === null) {
      report.note('User', row, 'The user has no id or no e-mail address.');
      continue;
    }
    const known = await findUser(manager, id, email);
    ids.set(id, known?.id ?? id);
    if (known === null) await addImportedUser(scope, row, { id, email, role: roleNames.get(roleOf.get(id) ?? '') });
    else if (isFreshSite && known.id === id && known.email === email) await restoreProfile(scope, row, known);
    else report.note('User', row, 'The user is here already.');
  }
  return ids;
}

async function findUser(manager: EntityManager, id: string, email: string): Promise<User | null> {
  return manager
    .createQueryBuilder(User, 'user')
    .where('user.id = :id or lower(user.email) = lower(:email)', { id, email })
    .orderBy('lower(user.email) = lower(:email)', 'DESC')
    .getOne();
}

async function addImportedUser(
  scope: WriteScope,
  row: ImportedRecord,
  { id, email, role }: { id: string; email: string; role: string | undefined },
): Promise<void> {
  const { manager } = scope;
  const password = textIn(row, 'password') ?? '';
  await manager.insert(User, {
    id,
    email,
    ...profileOf(scope, row),
    slug: await freeSlug(manager, 'user', textIn(row, 'slug') ?? textIn(row, 'name') ?? ''),
    // Without a hash nobody signs in before they have chosen a password by mail.
    password: HASH.test(password) ? password : randomBytes(32).toString('hex'),
    createdBy: '1',
  });
  const name = role === undefined || role === 'Owner' ? 'Contributor' : role;
  const granted = role === 'Owner' ? 'Administrator' : name;
  await manager.query(
    'insert into publishing.roles_users (user_id, role_id) select $1, id from publishing.roles where name = $2',
    [id, granted],
  );
}

async function restoreProfile(scope: WriteScope, row: ImportedRecord, user: User): Promise<void> {
  const slug = await freeSlug(scope.manager, 'user', textIn(row, 'slug') ?? user.slug, user.id);
  await scope.manager.update(User, { id: user.id }, { ...profileOf(scope, row), slug });
}

function profileOf({ settings }: WriteScope, row: ImportedRecord) {
  const image = (name: string): string | null => {
    const url = shortTextIn(row, name, 2000);
    return url === null ? null : toRelativeUrl(url, settings.siteUrl);
  };
  const status = statuses.find((one) => one === row.status) ?? 'active';
  return {
    name: shortTextIn(row, 'name', 191) ?? 'Nameless',
    profileImage: image('profile_image'),
    coverImage: image('cover_image'),
    bio: shortTextIn(row, 'bio', 200),
    website: shortTextIn(row, 'website', 2000),
    location: shortTextIn(row, 'location', 150),
    facebook: shortTextIn(row, 'facebook', 2000),
    twitter: shortTextIn(row, 'twitter', 2000),
    accessibility: textIn(row, 'accessibility'),
    status,
    locale: shortTextIn(row, 'locale', 6),
    visibility: shortTextIn(row, 'visibility', 50) ?? 'public',
    metaTitle: shortTextIn(row, 'meta_title', 2000),
    metaDescription: shortTextIn(row, 'meta_description', 2000),
    tour: textIn(row, 'tour'),
    lastSeenAt: instantIn(row, 'last_seen'),
    createdAt: instantIn(row, 'created_at') ?? new Date(0),
    updatedAt: instantIn(row, 'updated_at'),
  };
}
