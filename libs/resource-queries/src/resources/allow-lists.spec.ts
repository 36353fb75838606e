import * as resources from '../index';
import type { Resource } from '../resource';

const POST =
  'id uuid title slug comment_id feature_image featured visibility created_at updated_at published_at custom_excerpt ' +
  'codeinjection_head codeinjection_foot custom_template canonical_url';
const STAFF_POST = `${POST} locale email_subject send_email_when_published unpublish_at email_only`;
const TAG = 'id name slug description feature_image visibility meta_title meta_description';
const AUTHOR =
  'id name slug profile_image cover_image bio website location facebook twitter meta_title meta_description';
const USER = `${AUTHOR} email accessibility status locale visibility tour last_seen created_at updated_at created_by updated_by`;
const WEBHOOK =
  'id event target_url name api_version integration_id status last_triggered_at last_triggered_status ' +
  'last_triggered_error created_at updated_at';
const DELIVERY = 'id webhook_id event status is_test created_at completed_at';
const ACTION = 'id resource_id resource_type actor_id actor_type event created_at';
const INTEGRATION = 'id type name slug icon_image description created_at updated_at';
const INVITE = 'id role_id status email expires_at created_at updated_at';
const MEMBER = 'id email name note subscribed email_disabled created_at updated_at';
const EMAIL = 'id uuid post_id status subject recipient_filter submitted_at created_at updated_at';
const RECIPIENT = 'id email_id member_id status error processed_at';
const TIER =
  'id name description slug active type welcome_page_url created_at updated_at visibility currency monthly_price ' +
  'yearly_price trial_days';
const NEWSLETTER =
  'id uuid name description slug status visibility subscribe_on_signup sort_order header_image created_at updated_at';
const STAFF_NEWSLETTER =
  `${NEWSLETTER} sender_name sender_email sender_reply_to show_header_icon show_header_title show_header_name ` +
  'title_font_category title_alignment show_feature_image body_font_category footer_content show_badge';
const LABEL = 'id name slug created_at updated_at';

const inside = (relation: string, columns: string): string =>
  columns
    .split(' ')
    .map((column) => `${relation}.${column}`)
    .join(' ');
const SHORTHANDS = 'tag tags author authors primary_tag primary_author page';
const AUTHORS_OF_POST = inside('authors', AUTHOR);

interface Lists {
  filters: string;
  orders: string;
  relations: string;
}
const contentPosts: Lists = {
  filters: `${POST} ${SHORTHANDS} ${inside('tags', TAG)} ${AUTHORS_OF_POST}`,
  orders: POST,
  relations: 'tags authors tiers meta',
};
const adminPosts: Lists = {
  filters: `${STAFF_POST} status plaintext ${SHORTHANDS} ${inside('tags', `${TAG} created_at updated_at`)} ${AUTHORS_OF_POST}`,
  orders: `${STAFF_POST} revision status`,
  relations: 'tags authors authors.roles tiers email meta',
};
const deliveries: Lists = { filters: DELIVERY, orders: DELIVERY, relations: 'attempts' };

/**
 * The allow-lists of filters, orders and relations, listed a second time, so that a new key is a decision. They have no password,
 * digest, key or secret, and for readers no e-mail address and no status.
 */
const expected: Record<string, Lists> = {
  contentPostsResource: contentPosts,
  contentPagesResource: contentPosts,
  previewPostsResource: contentPosts,
  previewPagesResource: contentPosts,
  contentTagsResource: { filters: TAG, orders: `${TAG} count.posts`, relations: 'count.posts' },
  contentAuthorsResource: { filters: AUTHOR, orders: `${AUTHOR} count.posts`, relations: 'count.posts' },
  adminPostsResource: adminPosts,
  adminPagesResource: adminPosts,
  adminTagsResource: {
    filters: `${TAG} created_at updated_at`,
    orders: `${TAG} created_at updated_at count.posts`,
    relations: 'count.posts',
  },
  adminUsersResource: {
    filters: USER,
    orders: `${USER} count.posts`,
    relations: 'roles roles.permissions permissions count.posts',
  },
  adminEmailsResource: { filters: EMAIL, orders: EMAIL, relations: '' },
  adminEmailWithContentResource: { filters: EMAIL, orders: EMAIL, relations: '' },
  adminEmailRecipientsResource: { filters: `${RECIPIENT} email name`, orders: RECIPIENT, relations: '' },
  adminActionsResource: { filters: ACTION, orders: ACTION, relations: 'actor resource' },
  adminIntegrationsResource: { filters: INTEGRATION, orders: INTEGRATION, relations: 'api_keys webhooks' },
  adminInvitesResource: { filters: INVITE, orders: INVITE, relations: '' },
  contentTiersResource: { filters: TIER, orders: TIER, relations: '' },
  adminTiersResource: { filters: TIER, orders: TIER, relations: '' },
  contentNewslettersResource: { filters: NEWSLETTER, orders: NEWSLETTER, relations: '' },
  adminNewslettersResource: { filters: STAFF_NEWSLETTER, orders: STAFF_NEWSLETTER, relations: '' },
  adminLabelsResource: { filters: LABEL, orders: LABEL, relations: 'count.members' },
  adminMembersResource: {
    filters: `${MEMBER} status label labels labels.slug labels.name`,
    orders: MEMBER,
    relations: 'subscriptions labels',
  },
  adminWebhooksResource: { filters: WEBHOOK, orders: WEBHOOK, relations: '' },
  adminWebhookDeliveriesResource: deliveries,
  adminFullWebhookDeliveriesResource: deliveries,
};

function isResource(value: unknown): value is Resource<object> {
  return typeof value === 'object' && value !== null && 'filters' in value && value.filters instanceof Map;
}

const sorted = (names: Iterable<string>): string[] => [...names].filter(Boolean).sort();
const actual = Object.entries(resources).flatMap(([name, value]) =>
  isResource(value) ? [[name, value] as const] : [],
);

describe('the allow-lists', () => {
  it('exist for every resource', () => {
    expect(actual.map(([name]) => name).sort()).toEqual(Object.keys(expected).sort());
  });

  it.each(actual)('%s', (name, { filters, orders, relations }) => {
    const lists = { filters: filters.keys(), orders: orders.keys(), relations: relations.keys() };
    for (const [kind, names] of Object.entries(lists)) {
      expect([kind, sorted(names)]).toEqual([kind, sorted(expected[name]?.[kind as keyof Lists].split(' ') ?? [])]);
    }
  });
});
