import * as resources from '../index';
import type { Resource } from '../resource';

const post =
  'id uuid title slug comment_id feature_image featured visibility created_at updated_at published_at custom_excerpt ' +
  'codeinjection_head codeinjection_foot custom_template canonical_url';
const staffPost = `${post} locale email_subject send_email_when_published unpublish_at`;
const tag = 'id name slug description feature_image visibility meta_title meta_description';
const author =
  'id name slug profile_image cover_image bio website location facebook twitter meta_title meta_description';
const user = `${author} email accessibility status locale visibility tour last_seen created_at updated_at created_by updated_by`;
const webhook =
  'id event target_url name api_version integration_id status last_triggered_at last_triggered_status ' +
  'last_triggered_error created_at updated_at';
const delivery = 'id webhook_id event status is_test created_at completed_at';
const action = 'id resource_id resource_type actor_id actor_type event created_at';
const integration = 'id type name slug icon_image description created_at updated_at';
const invite = 'id role_id status email expires_at created_at updated_at';
const member = 'id email name note created_at updated_at';

const inside = (relation: string, columns: string): string =>
  columns
    .split(' ')
    .map((column) => `${relation}.${column}`)
    .join(' ');
const shorthands = 'tag tags author authors primary_tag primary_author page';
const authorsOfPost = inside('authors', author);

interface Lists {
  filters: string;
  orders: string;
  relations: string;
}
const contentPosts: Lists = {
  filters: `${post} ${shorthands} ${inside('tags', tag)} ${authorsOfPost}`,
  orders: post,
  relations: 'tags authors meta',
};
const adminPosts: Lists = {
  filters: `${staffPost} status plaintext ${shorthands} ${inside('tags', `${tag} created_at updated_at`)} ${authorsOfPost}`,
  orders: `${staffPost} revision status`,
  relations: 'tags authors authors.roles meta',
};
const deliveries: Lists = { filters: delivery, orders: delivery, relations: 'attempts' };

/**
 * What a client may ask about, a second time: by a filter, an order, or an include. No password, digest, key or secret is
 * among it, and for readers no e-mail address and no status.
 */
const expected: Record<string, Lists> = {
  contentPostsResource: contentPosts,
  contentPagesResource: contentPosts,
  contentTagsResource: { filters: tag, orders: `${tag} count.posts`, relations: 'count.posts' },
  contentAuthorsResource: { filters: author, orders: `${author} count.posts`, relations: 'count.posts' },
  adminPostsResource: adminPosts,
  adminPagesResource: adminPosts,
  adminTagsResource: {
    filters: `${tag} created_at updated_at`,
    orders: `${tag} created_at updated_at count.posts`,
    relations: 'count.posts',
  },
  adminUsersResource: {
    filters: user,
    orders: `${user} count.posts`,
    relations: 'roles roles.permissions permissions count.posts',
  },
  adminActionsResource: { filters: action, orders: action, relations: 'actor resource' },
  adminIntegrationsResource: { filters: integration, orders: integration, relations: 'api_keys webhooks' },
  adminInvitesResource: { filters: invite, orders: invite, relations: '' },
  adminMembersResource: { filters: `${member} status`, orders: member, relations: 'subscriptions' },
  adminWebhooksResource: { filters: webhook, orders: webhook, relations: '' },
  adminWebhookDeliveriesResource: deliveries,
  adminWebhookDeliveryResource: deliveries,
};

function isResource(value: unknown): value is Resource<object> {
  return typeof value === 'object' && value !== null && 'filters' in value && value.filters instanceof Map;
}

const sorted = (names: Iterable<string>): string[] => [...names].filter(Boolean).sort();
const actual = Object.entries(resources).flatMap(([name, value]) =>
  isResource(value) ? [[name, value] as const] : [],
);

describe('what a client may ask about', () => {
  it('is listed for every resource', () => {
    expect(actual.map(([name]) => name).sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(actual)('%s', (name, { filters, orders, relations }) => {
    const lists = { filters: filters.keys(), orders: orders.keys(), relations: relations.keys() };
    for (const [kind, names] of Object.entries(lists)) {
      expect([kind, sorted(names)]).toEqual([kind, sorted(expected[name]?.[kind as keyof Lists].split(' ') ?? [])]);
    }
  });
});
