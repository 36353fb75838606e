import {
  type ApiVersion,
  exportedFields,
  type Field,
  labelDefinition,
  memberDefinition,
  memberSubscriptionDefinition,
  postDefinition,
  postMetaDefinition,
  readableFields,
  type ResourceDefinition,
  roleDefinition,
  settingDefinition,
  tagDefinition,
  userDefinition,
} from '@almanac/resource-fields';
import { externalServiceSettings } from '../settings/setting-secrets';

/** The length of the ids of members and labels, in characters. */
const ID_LENGTH = 24;

/** A table of an export. */
export interface ExportedTable {
  name: string;
  /** The `from` clause; absent for tables that the format has and Almanac does not. */
  from?: string;
  /** The unique SQL expression by which rows are ordered and paged; present if `from` is. */
  key?: string;
  /** SQL that an index can serve, instead of `key > $1` and `order by key`. `$1` is the key of the last row. */
  paging?: { after: string; order: string };
  /** SQL expressions by the name of the exported column; present if `from` is. */
  columns?: Readonly<Record<string, string>>;
  /** SQL of the default, by the name of the column. If each row has the default, the export does not contain the column. */
  leftOutIfDefault?: Readonly<Record<string, string>>;
  /** Whether the export does not contain the table if it has no rows. */
  isLeftOutIfEmpty?: boolean;
}

export interface ExportOptions {
  /** Whether the meta fields of posts are in a table `posts_meta`; otherwise they are in `posts`. */
  hasPostsMetaTable: boolean;
  /** Whether the API version of the request has a field that came with the version `since`. */
  hasField: (field: { readonly since: ApiVersion }) => boolean;
  /** Whether the table `users` contains the hashes of passwords. */
  withPasswordHashes: boolean;
}

/** SQL for an instant in ISO 8601. PostgreSQL writes the year before year 1 as 0001, ISO 8601 as 0000. */
const instantSql = (column: string): string => `case when t.${column} < '0001-01-01 00:00:00Z' then '0000' else
  to_char(t.${column} at time zone 'UTC', 'YYYY') end || to_char(t.${column} at time zone 'UTC', '-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const plainColumns = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `t.${name}`]));
const instantColumns = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, instantSql(name)]));
const table = (name: string, columns: Record<string, string>, from = `publishing.${name} t`): ExportedTable => ({
  name,
  from,
  key: 't.id',
  columns,
});
const emptyTable = (name: string): ExportedTable => ({ name });

/** SQL for the exported value of a column: instants as ISO 8601, booleans as 0 or 1. */
function exportedSql({ column, type }: Field): string {
  if (type === 'instant') return instantSql(column);
  return type === 'boolean' ? `t.${column}::int` : `t.${column}`;
}

function columnsOf(definition: ResourceDefinition, { hasField }: ExportOptions): Record<string, string> {
  const fields = exportedFields(definition).filter(({ since, exportedSince = since }) =>
    hasField({ since: exportedSince }),
  );
  return Object.fromEntries(fields.map((field) => [field.column, exportedSql(field)]));
}

/**
 * The defaults of fields that came with a later version than that of the request, but are exported in all versions. The export contains
 * such a field only if an import without it would lose a value.
 */
function laterDefaultsOf(definition: ResourceDefinition, { hasField }: ExportOptions): Record<string, string> {
  const later = exportedFields(definition).filter((field) => field.exportedSince !== undefined && !hasField(field));
  const literal = ({ default: value }: Field): string =>
    typeof value === 'string' ? `'${value}'` : String(value ?? null);
  return Object.fromEntries(later.map((field) => [field.column, literal(field)]));
}

const FIRST_AUTHOR = `(select a.author_id from publishing.posts_authors a where a.post_id = t.id
  order by a.sort_order, a.id limit 1)`;

function posts(options: ExportOptions): ExportedTable {
  const columns = { ...columnsOf(postDefinition, options), author_id: FIRST_AUTHOR };
  const leftOutIfDefault = laterDefaultsOf(postDefinition, options);
  if (options.hasPostsMetaTable) return { ...table('posts', columns), leftOutIfDefault };
  const metaFields = readableFields(postMetaDefinition, 'public').filter(options.hasField);
  const meta = Object.fromEntries(metaFields.map(({ column }) => [column, `meta.${column}`]));
  const from = 'publishing.posts t left join publishing.posts_meta meta on meta.post_id = t.id';
  return { ...table('posts', { ...columns, ...meta }, from), leftOutIfDefault };
}

function users(options: ExportOptions): ExportedTable {
  return table('users', {
    ...columnsOf(userDefinition, options),
    ...(options.withPasswordHashes && { password: 't.password' }),
  });
}

const EXTERNAL_SERVICE_KEYS = [...externalServiceSettings].map((key) => `'${key}'`).join(', ');

/** The settings of the site. Settings that contain secrets (private keys, passwords and others) are left out. */
const settings = (options: ExportOptions): ExportedTable => ({
  ...table('settings', columnsOf(settingDefinition, options)),
  from: `(select * from publishing.settings where key not in (${EXTERNAL_SERVICE_KEYS}) and
    (type in ('blog', 'theme') or key in ('is_private', 'default_content_visibility', 'members_public_key'))) t`,
});

/** The table has no id, but the format needs one, so it is derived from the row. */
const rolesUsers: ExportedTable = {
  name: 'roles_users',
  from: 'publishing.roles_users t',
  key: 'left(md5(t.user_id || t.role_id), 24)',
  columns: { id: 'left(md5(t.user_id || t.role_id), 24)', ...plainColumns('role_id', 'user_id') },
};

const timestamps = instantColumns('created_at', 'updated_at');

/** The tables `actions` to `invites` in the order of Ghost, without secrets. */
const actionsToInvites: readonly ExportedTable[] = [
  table('actions', {
    ...plainColumns('id', 'resource_id', 'resource_type', 'actor_id', 'actor_type', 'event', 'context'),
    ...instantColumns('created_at'),
  }),
  table('api_keys', {
    ...plainColumns('id', 'type', 'role_id', 'integration_id', 'last_seen_version'),
    ...instantColumns('last_seen_at', 'created_at', 'updated_at'),
  }),
  ...['app_fields', 'app_settings', 'apps', 'brute'].map(emptyTable),
  table('integrations', { ...plainColumns('id', 'type', 'name', 'slug', 'icon_image', 'description'), ...timestamps }),
  table('invites', {
    ...plainColumns('id', 'role_id', 'status', 'email'),
    expires: '(extract(epoch from t.expires_at) * 1000)::bigint',
    ...timestamps,
  }),
];

/** The table has no id, but the format needs one, so it is derived from the row. */
const membersLabels: ExportedTable = {
  name: 'members_labels',
  from: 'publishing.members_labels t',
  key: '(t.member_id || t.label_id)',
  // The table is large, because a CSV import labels every member that it adds. So rows are paged by the primary key (two ids).
  paging: {
    after: `(t.member_id, t.label_id) > (left($1::text, ${ID_LENGTH}), substr($1, ${ID_LENGTH + 1}))`,
    order: 't.member_id, t.label_id',
  },
  columns: { id: 'left(md5(t.member_id || t.label_id), 24)', ...plainColumns('member_id', 'label_id', 'sort_order') },
};

function labelsToPermissions(options: ExportOptions): ExportedTable[] {
  const subscriptions = columnsOf(memberSubscriptionDefinition, options);
  const isLeftOutIfEmpty = !options.hasField(labelDefinition.fields.name);
  return [
    { ...table('labels', columnsOf(labelDefinition, options)), isLeftOutIfEmpty },
    { ...membersLabels, isLeftOutIfEmpty },
    {
      ...table('members', columnsOf(memberDefinition, options)),
      leftOutIfDefault: laterDefaultsOf(memberDefinition, options),
    },
    ...['members_stripe_customers', 'members_stripe_customers_subscriptions'].map(emptyTable),
    // Ghost does not have this table. Exports contain true or false in `cancel_at_period_end`, but 1 or 0 in other boolean columns.
    table('member_subscriptions', { ...subscriptions, cancel_at_period_end: 't.cancel_at_period_end' }),
    ...['migrations', 'migrations_lock'].map(emptyTable),
    ...['permissions', 'permissions_apps', 'permissions_roles', 'permissions_users'].map(emptyTable),
  ];
}

const webhooks = table('webhooks', {
  ...plainColumns('id', 'event', 'target_url', 'name', 'api_version', 'integration_id', 'status'),
  ...instantColumns('last_triggered_at', 'created_at', 'updated_at'),
});

/** The tables of an export, in the order of Ghost. Secrets are left out, except password hashes with `withPasswordHashes`. */
export function exportedTables(options: ExportOptions): ExportedTable[] {
  return [
    ...actionsToInvites,
    ...labelsToPermissions(options),
    posts(options),
    table('posts_authors', plainColumns('id', 'post_id', 'author_id', 'sort_order')),
    ...(options.hasPostsMetaTable ? [table('posts_meta', columnsOf(postMetaDefinition, options))] : []),
    table('posts_tags', plainColumns('id', 'post_id', 'tag_id', 'sort_order')),
    table('roles', columnsOf(roleDefinition, options)),
    rolesUsers,
    settings(options),
    table('tags', columnsOf(tagDefinition, options)),
    users(options),
    webhooks,
  ];
}
