import { integrationSettings } from '../settings/setting-secrets';

/** A table of an export: rows by key, each column as an SQL expression over `t`. */
export interface ExportedTable {
  name: string;
  /** Where its rows come from; absent for tables that exist in the format only. */
  from?: string;
  /** What rows are ordered and paged by; unique. */
  key?: string;
  columns?: Readonly<Record<string, string>>;
}

export interface ExportOptions {
  /** Whether the eight meta fields stand in a table of their own; else they stand in the posts. */
  keepsPostMetaApart: boolean;
  /** Whether users come with the hashes of their passwords. */
  withPasswordHashes: boolean;
}

const instant = (column: string): string => `to_char(t.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const asIs = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `t.${name}`]));
const dates = (...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, instant(name)]));
const table = (name: string, columns: Record<string, string>, from = `publishing.${name} t`): ExportedTable => ({
  name,
  from,
  key: 't.id',
  columns,
});
const empty = (name: string): ExportedTable => ({ name });

const metaColumns = [
  'og_image',
  'og_title',
  'og_description',
  'twitter_image',
  'twitter_title',
  'twitter_description',
  'meta_title',
  'meta_description',
];

const postColumns = {
  ...asIs('id', 'uuid', 'title', 'slug', 'mobiledoc', 'html', 'comment_id', 'plaintext', 'feature_image'),
  featured: 't.featured::int',
  ...asIs('type', 'status', 'locale', 'visibility'),
  author_id: `(select a.author_id from publishing.posts_authors a where a.post_id = t.id order by a.sort_order, a.id limit 1)`,
  ...dates('created_at', 'updated_at', 'published_at'),
  ...asIs('custom_excerpt', 'codeinjection_head', 'codeinjection_foot', 'custom_template', 'canonical_url'),
};
const laterPostColumns = {
  email_subject: 't.email_subject',
  send_email_when_published: 't.send_email_when_published::int',
  unpublish_at: instant('unpublish_at'),
};

function posts({ keepsPostMetaApart }: ExportOptions): ExportedTable {
  if (keepsPostMetaApart) return table('posts', { ...postColumns, ...laterPostColumns });
  const meta = Object.fromEntries(metaColumns.map((name) => [name, `meta.${name}`]));
  return table(
    'posts',
    { ...postColumns, ...meta },
    'publishing.posts t left join publishing.posts_meta meta on meta.post_id = t.id',
  );
}

function users({ withPasswordHashes }: ExportOptions): ExportedTable {
  return table('users', {
    ...asIs('id', 'name', 'slug'),
    ...(withPasswordHashes && { password: 't.password' }),
    ...asIs('email', 'profile_image', 'cover_image', 'bio', 'website', 'location', 'facebook', 'twitter'),
    ...asIs('accessibility', 'status', 'locale', 'visibility', 'meta_title', 'meta_description', 'tour'),
    ...dates('last_seen', 'created_at', 'updated_at'),
  });
}

/** Settings that are keys or passwords stay at home, and what belongs to the installation with them. */
const settings: ExportedTable = {
  ...table('settings', { ...asIs('id', 'key', 'value', 'type'), ...dates('created_at', 'updated_at') }),
  from: `(select * from publishing.settings where key not in (${[...integrationSettings].map((key) => `'${key}'`).join(', ')}) and
    (type in ('blog', 'theme') or key in ('is_private', 'default_content_visibility', 'members_public_key'))) t`,
};

const rolesUsers: ExportedTable = {
  name: 'roles_users',
  from: 'publishing.roles_users t',
  key: 'left(md5(t.user_id || t.role_id), 24)',
  columns: { id: 'left(md5(t.user_id || t.role_id), 24)', ...asIs('role_id', 'user_id') },
};

const named = dates('created_at', 'updated_at');

/** What was done and who may: without the secrets that would let others do it. */
const installation: readonly ExportedTable[] = [
  table('actions', {
    ...asIs('id', 'resource_id', 'resource_type', 'actor_id', 'actor_type', 'event', 'context'),
    ...dates('created_at'),
  }),
  table('api_keys', {
    ...asIs('id', 'type', 'role_id', 'integration_id', 'last_seen_version'),
    ...dates('last_seen_at', 'created_at', 'updated_at'),
  }),
  ...['app_fields', 'app_settings', 'apps', 'brute'].map(empty),
  table('integrations', { ...asIs('id', 'type', 'name', 'slug', 'icon_image', 'description'), ...named }),
  table('invites', {
    ...asIs('id', 'role_id', 'status', 'email'),
    expires: '(extract(epoch from t.expires_at) * 1000)::bigint',
    ...named,
  }),
];

const members: readonly ExportedTable[] = [
  table('members', { ...asIs('id', 'email', 'name', 'note'), ...named }),
  ...['members_stripe_customers', 'members_stripe_customers_subscriptions'].map(empty),
  table('member_subscriptions', {
    ...asIs('id', 'member_id', 'provider', 'provider_subscription_id', 'provider_customer_id', 'status', 'plan_id'),
    ...asIs('plan_nickname', 'plan_amount', 'plan_currency', 'plan_interval', 'cancel_at_period_end'),
    ...dates('started_at', 'current_period_end_at', 'created_at', 'updated_at'),
  }),
  ...['migrations', 'migrations_lock'].map(empty),
  ...['permissions', 'permissions_apps', 'permissions_roles', 'permissions_users'].map(empty),
];

const tags = table('tags', {
  ...asIs('id', 'name', 'slug', 'description', 'feature_image', 'parent_id', 'visibility'),
  ...asIs('meta_title', 'meta_description'),
  ...named,
});

const webhooks = table('webhooks', {
  ...asIs('id', 'event', 'target_url', 'name', 'api_version', 'integration_id', 'status'),
  ...dates('last_triggered_at', 'created_at', 'updated_at'),
});

/** The tables of an export in the order of Ghost's, without anything that opens a door. */
export function exportedTables(options: ExportOptions): ExportedTable[] {
  const postsMeta = table('posts_meta', asIs('id', 'post_id', ...metaColumns));
  return [
    ...installation,
    ...members,
    posts(options),
    table('posts_authors', asIs('id', 'post_id', 'author_id', 'sort_order')),
    ...(options.keepsPostMetaApart ? [postsMeta] : []),
    table('posts_tags', asIs('id', 'post_id', 'tag_id', 'sort_order')),
    table('roles', { ...asIs('id', 'name', 'description'), ...named }),
    rolesUsers,
    settings,
    tags,
    users(options),
    webhooks,
  ];
}
