import { isKnownIn } from '@almanac/resource-fields';
import { type ExportOptions, exportedTables } from './exported-tables';

const USER =
  'id name slug email profile_image cover_image bio website location facebook twitter accessibility status locale ' +
  'visibility meta_title meta_description tour last_seen created_at updated_at';
const NETWORKS = 'threads bluesky mastodon tiktok youtube instagram linkedin';
const META =
  'og_image og_title og_description twitter_image twitter_title twitter_description meta_title meta_description';
const TAG =
  'id name slug description feature_image parent_id visibility meta_title meta_description created_at updated_at';
const CARDS = 'og_image og_title og_description twitter_image twitter_title twitter_description';
const POST =
  'id uuid title slug mobiledoc html comment_id plaintext feature_image featured type status locale visibility author_id ' +
  'created_at updated_at published_at custom_excerpt codeinjection_head codeinjection_foot custom_template canonical_url';
/** They decide who sees a post, until when, and who gets it by mail. The exports of all versions contain them. */
const POST_ACCESS = 'email_only unpublish_at email_subject send_email_when_published email_recipient_filter';

/** The columns of an export, listed a second time, so that a new column is a decision. None of them is a credential. */
const expected: Readonly<Record<string, string>> = {
  actions: 'id resource_id resource_type actor_id actor_type event context created_at',
  api_keys: 'id type role_id integration_id last_seen_version last_seen_at created_at updated_at',
  app_fields: '',
  app_settings: '',
  apps: '',
  brute: '',
  integrations: 'id type name slug icon_image description created_at updated_at',
  invites: 'id role_id status email expires created_at updated_at',
  labels: 'id name slug created_at updated_at',
  members: 'id email name note subscribed created_at updated_at',
  members_labels: 'id member_id label_id sort_order',
  members_stripe_customers: '',
  members_stripe_customers_subscriptions: '',
  member_subscriptions:
    'id member_id provider provider_subscription_id provider_customer_id status plan_id plan_nickname plan_amount ' +
    'plan_currency plan_interval cancel_at_period_end started_at current_period_end_at created_at updated_at',
  migrations: '',
  migrations_lock: '',
  permissions: '',
  permissions_apps: '',
  permissions_roles: '',
  permissions_users: '',
  posts: `${POST} ${POST_ACCESS} lexical show_title_and_feature_image`,
  posts_authors: 'id post_id author_id sort_order',
  posts_meta: `id post_id ${META} feature_image_alt feature_image_caption`,
  posts_tags: 'id post_id tag_id sort_order',
  roles: 'id name description created_at updated_at',
  roles_users: 'id role_id user_id',
  settings: 'id key value type created_at updated_at',
  tags: `${TAG} ${CARDS} codeinjection_head codeinjection_foot canonical_url accent_color`,
  users: `${USER} ${NETWORKS}`,
  webhooks: 'id event target_url name api_version integration_id status last_triggered_at created_at updated_at',
};

function columnsOf(options: ExportOptions): Record<string, string[]> {
  const words = ({ columns = {} }: { columns?: object }): string[] => Object.keys(columns).sort();
  return Object.fromEntries(exportedTables(options).map((table) => [table.name, words(table)]));
}

function expectedWith(changes: Record<string, string | undefined>): Record<string, string[]> {
  const tables = Object.entries({ ...expected, ...changes });
  return Object.fromEntries(
    tables.flatMap(([name, columns]) =>
      columns === undefined ? [] : [[name, columns.split(' ').filter(Boolean).sort()]],
    ),
  );
}

const hasField = (): boolean => true;
const isInV2: ExportOptions['hasField'] = (field) => isKnownIn('v2', field);

describe('the tables of an export', () => {
  it('have these columns and no other', () => {
    expect(columnsOf({ hasPostsMetaTable: true, withPasswordHashes: false, hasField })).toEqual(expectedWith({}));
  });

  it('have password hashes when requested', () => {
    const users = `${USER} ${NETWORKS} password`;
    expect(columnsOf({ hasPostsMetaTable: true, withPasswordHashes: true, hasField })).toEqual(expectedWith({ users }));
  });

  it('have the meta fields in posts in v2', () => {
    const changes = { posts: `${POST} ${POST_ACCESS} ${META}`, posts_meta: undefined, tags: TAG, users: USER };
    expect(columnsOf({ hasPostsMetaTable: false, withPasswordHashes: false, hasField: isInV2 })).toEqual(
      expectedWith(changes),
    );
  });

  it('have only the settings of the site', () => {
    const settings = exportedTables({ hasPostsMetaTable: true, withPasswordHashes: false, hasField }).find(
      ({ name }) => name === 'settings',
    );
    expect(settings?.from?.replace(/\s+/g, ' ')).toContain(
      "where key not in ('slack', 'unsplash', 'members_subscription_settings') and (type in ('blog', 'theme') " +
        "or key in ('is_private', 'default_content_visibility', 'members_public_key'))",
    );
  });
});
