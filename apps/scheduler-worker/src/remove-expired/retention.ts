import type { SchemaName } from '@almanac/entities';
import { POST_MAILED } from '@almanac/outbox';

const DELIVERY_DAYS = 30;
/**
 * Deliveries refer to outbox events. The relay creates the deliveries of an event after the event, usually within a second. So an event is
 * stored a day longer than a delivery. The replay of a time range can create a delivery later. If this delivery is still pending when its
 * event is removed, the delivery is discarded.
 */
const EVENT_DAYS = DELIVERY_DAYS + 1;
const INVITE_DAYS = 30;
const EMAIL_RECIPIENT_DAYS = 90;
const ENDED_SESSION_DAYS = 30;
const UNCONFIRMED_DAYS = 7;
const RSVP_DAYS = 90;

/** Which rows of a table are removed. */
export interface RetentionRule {
  table: string;
  /** SQL condition of the rows to remove. */
  expired: string;
}

function olderThan(column: string, days: number): string {
  return `${column} < now() - make_interval(days => ${days})`;
}

/** SQL condition of the relayed events that are old enough. An event that is not relayed has not been delivered yet. */
const OLD_RELAYED = `relayed_at is not null and ${olderThan('occurred_at', EVENT_DAYS)}`;

/** Relayed events of an outbox, except `post.mailed`, which has its own rule. */
function relayedEvents(schema: SchemaName): RetentionRule {
  return {
    table: `${schema}.outbox`,
    expired: `${OLD_RELAYED} and event <> '${POST_MAILED}'`,
  };
}

const rateLimits = (schema: SchemaName): RetentionRule => ({
  table: `${schema}.rate_limits`,
  expired: 'expire < (extract(epoch from now()) * 1000)::bigint',
});

/** Rows that store in `expires_at` when they expire. */
const withExpiry = (table: string): RetentionRule => ({ table, expired: 'expires_at < now()' });

/** SQL condition of the newsletters that are not sent any further: their status is final, or their post was deleted. */
const NEWSLETTER_ENDED = `(e.status in ('submitted', 'cancelled')
  or not exists (select from publishing.posts p where p.id = e.post_id))`;

const OLD_NEWSLETTER = olderThan('coalesce(submitted_at, created_at)', EMAIL_RECIPIENT_DAYS);

/**
 * Newsletters, with their batches and recipients. Batches and recipients are removed before the row of the newsletter. Those of a
 * newsletter that is open, paused or failed stay, because it may be continued.
 */
const newsletterRules: readonly RetentionRule[] = [
  ...['email_recipients', 'email_batches'].map((table) => ({
    table: `publishing.${table}`,
    expired: `email_id in (select e.id from publishing.emails e where ${NEWSLETTER_ENDED} and ${OLD_NEWSLETTER})`,
  })),
  // The row of a newsletter stays as long as its post, so that the post is not mailed twice.
  {
    table: 'publishing.emails',
    expired: `${OLD_NEWSLETTER} and not exists (select from publishing.posts p where p.id = post_id)`,
  },
];

const publishingRules = (actionDays: number): RetentionRule[] => [
  rateLimits('publishing'),
  withExpiry('publishing.sessions'),
  withExpiry('publishing.member_sessions'),
  withExpiry('publishing.member_sign_in_tokens'),
  withExpiry('publishing.password_reset_tokens'),
  withExpiry('publishing.preview_links'),
  withExpiry('publishing.idempotency_keys'),
  withExpiry('publishing.imports'),
  { table: 'publishing.invites', expired: olderThan('expires_at', INVITE_DAYS) },
  { table: 'publishing.actions', expired: olderThan('created_at', actionDays) },
  // The foreign key also removes the attempts of these deliveries. With the ids of the webhooks, PostgreSQL uses the index that begins with
  // them; there is none on `created_at` alone.
  {
    table: 'publishing.webhook_deliveries',
    expired: `webhook_id = any(array(select w.id from publishing.webhooks w)) and ${olderThan('created_at', DELIVERY_DAYS)}`,
  },
  ...newsletterRules,
  relayedEvents('publishing'),
  // The event `post.mailed` stays as long as its post, so that the post is not mailed twice.
  {
    table: 'publishing.outbox',
    expired: `${OLD_RELAYED} and event = '${POST_MAILED}'
      and not exists (select from publishing.posts p where p.id = subject_id)`,
  },
];

const calendarRules: readonly RetentionRule[] = [
  rateLimits('calendar'),
  relayedEvents('calendar'),
  // An unused sign-in link is removed when it expires, an ended session after 30 days.
  {
    table: 'calendar.sessions',
    expired: `(redeemed_at is null and redeemable_until_at < now())
      or ${olderThan('expires_at', ENDED_SESSION_DAYS)} or ${olderThan('revoked_at', ENDED_SESSION_DAYS)}`,
  },
  // The row prevents a second use of a ticket. After its expiry, a ticket is rejected anyway.
  withExpiry('calendar.redeemed_tickets'),
  {
    table: 'calendar.users',
    // A user with a sign-in link that can still be used stays.
    expired: `confirmed_at is null and ${olderThan('created_at', UNCONFIRMED_DAYS)}
      and not exists (select from calendar.sessions s where s.user_id = users.id and s.redeemed_at is null)`,
  },
  // Answers contain personal data of guests, which the owner of the event needs for some time after it. For a guest who requested a link
  // and has not answered, `updated_at` is the time of the last mail with the link.
  {
    table: 'calendar.rsvp_responses',
    expired: `${olderThan('ends_at', RSVP_DAYS)} or (state = 'unanswered' and ${olderThan('updated_at', UNCONFIRMED_DAYS)})`,
  },
  // A username claim reserves a username for a sign-up. It ends at the same time as an unconfirmed user: it also stays while its address
  // has a sign-in link that can still be used. Otherwise the time at which a username becomes free would reveal whether the address has an
  // account.
  {
    table: 'calendar.username_claims',
    expired: `${olderThan('created_at', UNCONFIRMED_DAYS)}
      and not exists (select from calendar.users u where u.username_key = username_claims.username_key)
      and not exists (select from calendar.users u join calendar.sessions s on s.user_id = u.id
        where u.email_key = username_claims.email_key and s.redeemed_at is null)`,
  },
];

/**
 * The rules of each schema, in the order in which they are applied. docs/OPERATIONS.md describes them.
 * @param actionDays days for which the actions of staff and integrations (the audit log) are stored
 */
export function retentionRules(actionDays: number): Record<SchemaName, RetentionRule[]> {
  return { publishing: publishingRules(actionDays), calendar: [...calendarRules] };
}

/** Tables without a rule, each with the reason why its size is bounded. */
export const TABLES_WITHOUT_RULE: Readonly<Record<string, string>> = {
  'publishing.migrations': 'one row for each migration',
  'publishing.roles': 'a fixed set',
  'publishing.users': 'removed by staff',
  'publishing.roles_users': 'removed with its user',
  'publishing.posts': 'the content of the site, removed by staff',
  'publishing.posts_meta': 'removed with its post',
  'publishing.posts_tags': 'removed with its post or tag',
  'publishing.posts_authors': 'removed with its post',
  'publishing.imported_posts': 'removed with its post',
  'publishing.imported_settings': 'a fixed set of keys',
  'publishing.post_listings': 'removed with its post, tag or author',
  'publishing.kept_counts': 'the worker merges its rows into one for each count',
  'publishing.tags': 'removed by staff',
  'publishing.settings': 'a fixed set of keys',
  'publishing.integrations': 'removed by staff',
  'publishing.api_keys': 'removed with its integration',
  'publishing.webhooks': 'removed by staff, or with its integration',
  'publishing.webhook_attempts': 'removed with its delivery after 30 days',
  'publishing.members': 'removed by staff',
  'publishing.member_subscriptions': 'removed with its member',
  'publishing.labels': 'removed by staff',
  'publishing.members_labels': 'removed with its member or label',
  'publishing.site_revision_counters': '64 rows',
  'publishing.mail_rate': 'one row',
  'publishing.mail_transport': 'one row',
  'calendar.migrations': 'one row for each migration',
  'calendar.events': 'removed by their owners',
  'calendar.occurrence_overrides': 'at most 1,000 for each event; removed with the event',
  'calendar.rsvp_settings': 'at most one for each event; removed with the event',
  'calendar.personal_feeds': 'at most one for each user, who can revoke it; removed with the user',
  'calendar.occurrences':
    'one of a single event; of a series that goes on, those of one year back to two years ahead; removed with the event',
};
