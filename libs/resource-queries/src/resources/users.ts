import { hasPublishedPostsSql, ownersOfPublishedPostsSql, type Role, type User } from '@almanac/entities';
import {
  filterableFields,
  orderableFields,
  roleDefinition,
  roleInstants,
  selectedFields,
  userDefinition,
} from '@almanac/resource-fields';
import type { OrderClause, Relation, Resource } from '../resource';
import { ascending, descending, filterTargets, jsonObject, orderTargets, selectColumns } from './columns';
import { sinceOf } from './in-version';
import { postCount } from './post-counts';

export type UserRow = Pick<User, 'id' | 'slug'> &
  Partial<User> & {
    roles?: Role[];
    count?: { posts: number };
    /** Whether the author has a published post or page. Only rows for staff contain it; visitors see only authors with one. */
    hasPublishedPosts?: boolean;
  };

const HAS_PUBLISHED = hasPublishedPostsSql('author', 't.id');
const countOfPublished = postCount('author', { arePublished: true });
const countOfAll = postCount('author', { arePublished: false });

/** The most recently active users first. The Content API has the same order, which does not reveal when a user was active. */
const lastSeenFirst: readonly OrderClause[] = [
  descending('last_seen'),
  ascending('name', { ignoresCase: true }),
  descending('created_at'),
  ascending('id'),
];

/** The users with a published post or page, for visitors. */
export const contentAuthorsResource: Resource<UserRow> = {
  key: 'authors',
  table: 'publishing.users',
  scope: HAS_PUBLISHED,
  scopeOfLists: `t.id in ${ownersOfPublishedPostsSql('author')}`,
  columns: () => selectColumns(selectedFields(userDefinition, 'public')),
  filters: new Map(filterTargets(filterableFields(userDefinition, 'public'))),
  orders: new Map([...orderTargets(orderableFields(userDefinition, 'public')), countOfPublished.order]),
  since: sinceOf(userDefinition),
  defaultOrder: () => lastSeenFirst,
  relations: new Map([countOfPublished.relation]),
  notFoundMessage: 'Author not found.',
};

const roles: Relation = {
  property: 'roles',
  sql: `(select coalesce(json_agg(${jsonObject('role', roleDefinition.list)} order by role.id), '[]')
    from publishing.roles_users held join publishing.roles role on role.id = held.role_id where held.user_id = t.id)`,
  instants: roleInstants,
};

/** Always an empty list, because users have permissions only by their role. Clients of Ghost request this relation. */
const ownPermissions: Relation = { property: 'permissions', sql: `'[]'::json` };

/** The users, for staff. */
export const adminUsersResource: Resource<UserRow> = {
  key: 'users',
  table: 'publishing.users',
  scope: 'true',
  columns: () => selectColumns(selectedFields(userDefinition, 'staff')).set('hasPublishedPosts', HAS_PUBLISHED),
  filters: new Map(filterTargets(filterableFields(userDefinition, 'staff'))),
  orders: new Map([...orderTargets(orderableFields(userDefinition, 'staff')), countOfAll.order]),
  since: sinceOf(userDefinition),
  defaultOrder: () => lastSeenFirst,
  relations: new Map([
    ['roles', roles],
    ['roles.permissions', roles],
    ['permissions', ownPermissions],
    countOfAll.relation,
  ]),
  computedIncludes: new Set(['networks']),
  notFoundMessage: 'User not found.',
};
