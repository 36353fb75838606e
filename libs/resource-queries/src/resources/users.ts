import { hasPublishedPostsSql, type Role, type User } from '@almanac/entities';
import type { OrderClause, OrderTarget, Relation, Resource } from '../resource';
import { ascending, descending, filterable, jsonObject, orderable, selected } from './columns';
import { countPosts } from './kept-posts';
import { publicUserColumns, roleColumns, userColumns } from './user-columns';

export type UserRow = Pick<User, 'id' | 'slug'> &
  Partial<User> & {
    roles?: Role[];
    count?: { posts: number };
    /** Whether the author has a page on the site; for staff only, readers see no other authors. */
    hasPublishedPosts?: boolean;
  };

const HAS_PUBLISHED = hasPublishedPostsSql('author', 't.id');
const COUNT_PUBLISHED = countPosts('author', 't.id', { arePublished: true });
const COUNT_ALL = countPosts('author', 't.id', { arePublished: false });

function countRelation(sql: string): [string, Relation] {
  return ['count.posts', { property: 'count', sql: `json_build_object('posts', ${sql})`, hasInstants: false }];
}

function countOrder(sql: string): [string, OrderTarget] {
  return ['count.posts', { sql }];
}

/** Whoever was here last comes first; that alone tells nobody when. */
const lastSeenFirst: readonly OrderClause[] = [
  descending('last_seen'),
  ascending('name'),
  descending('created_at'),
  ascending('id'),
];

/** Users with something published. */
export const contentAuthorsResource: Resource<UserRow> = {
  key: 'authors',
  table: 'publishing.users',
  scope: HAS_PUBLISHED,
  isScopeDear: true,
  columns: () => selected(publicUserColumns),
  filters: new Map(filterable(publicUserColumns)),
  orders: new Map([...orderable(publicUserColumns), countOrder(COUNT_PUBLISHED)]),
  defaultOrder: () => lastSeenFirst,
  relations: new Map([countRelation(COUNT_PUBLISHED)]),
  notFoundMessage: 'Author not found.',
};

const roles: Relation = {
  property: 'roles',
  sql: `(select coalesce(json_agg(${jsonObject('role', roleColumns)} order by role.id), '[]')
    from publishing.roles_users held join publishing.roles role on role.id = held.role_id where held.user_id = t.id)`,
  hasInstants: true,
};

/** Staff hold permissions by their role alone; clients ask for both. */
const ownPermissions: Relation = { property: 'permissions', sql: `'[]'::json`, hasInstants: false };

/** Staff, for staff. */
export const adminUsersResource: Resource<UserRow> = {
  key: 'users',
  table: 'publishing.users',
  scope: 'true',
  columns: () => selected(userColumns).set('hasPublishedPosts', HAS_PUBLISHED),
  filters: new Map(filterable(userColumns)),
  orders: new Map([...orderable(userColumns), countOrder(COUNT_ALL)]),
  defaultOrder: () => lastSeenFirst,
  relations: new Map([
    ['roles', roles],
    ['roles.permissions', roles],
    ['permissions', ownPermissions],
    countRelation(COUNT_ALL),
  ]),
  notFoundMessage: 'User not found.',
};
