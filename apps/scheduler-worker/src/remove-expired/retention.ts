import type { SchemaName } from '@almanac/entities';
import { POST_MAILED } from '../mail-post/mail-post.processor';

const DELIVERY_DAYS = 30;
/** Deliveries name outbox events, which are needed a little longer. */
const EVENT_DAYS = DELIVERY_DAYS + 1;
const INVITE_DAYS = 30;
const ENDED_SESSION_DAYS = 30;
const UNCONFIRMED_DAYS = 7;

/** Which rows of a table are removed. */
export interface RetentionRule {
  table: string;
  /** SQL that is true of a row that is no longer kept. */
  expired: string;
}

function olderThan(column: string, days: number): string {
  return `${column} < now() - make_interval(days => ${days})`;
}

/** Events of an outbox; one that was not relayed yet is kept, however old. */
function eventsOf(schema: SchemaName): RetentionRule {
  return {
    table: `${schema}.outbox`,
    expired: `relayed_at is not null and ${olderThan('occurred_at', EVENT_DAYS)} and event <> '${POST_MAILED}'`,
  };
}

const countersOf = (schema: SchemaName): RetentionRule => ({
  table: `${schema}.rate_limits`,
  expired: 'expire < (extract(epoch from now()) * 1000)::bigint',
});

/** Rows that only matter until a moment they carry. */
const withExpiry = (table: string): RetentionRule => ({ table, expired: 'expires_at < now()' });

/** The rules of a schema, in the order they are applied. OPERATIONS has the same table for people. */
export function retentionRules(actionDays: number): Record<SchemaName, RetentionRule[]> {
  return {
    publishing: [
      countersOf('publishing'),
      withExpiry('publishing.sessions'),
      withExpiry('publishing.member_sessions'),
      withExpiry('publishing.member_sign_in_tokens'),
      withExpiry('publishing.password_reset_tokens'),
      withExpiry('publishing.idempotency_keys'),
      { table: 'publishing.invites', expired: olderThan('expires_at', INVITE_DAYS) },
      { table: 'publishing.actions', expired: olderThan('created_at', actionDays) },
      // Their attempts go with them.
      { table: 'publishing.webhook_deliveries', expired: olderThan('created_at', DELIVERY_DAYS) },
      eventsOf('publishing'),
      // The mark that a post was mailed is kept as long as the post, so that it is not mailed twice.
      {
        table: 'publishing.outbox',
        expired: `event = '${POST_MAILED}' and ${olderThan('occurred_at', EVENT_DAYS)}
          and not exists (select from publishing.posts p where p.id = subject_id)`,
      },
    ],
    calendar: [
      countersOf('calendar'),
      eventsOf('calendar'),
      // A client with an ended session is told for a while that it ended.
      {
        table: 'calendar.sessions',
        expired: `(redeemed_at is null and redeemable_until_at < now())
          or ${olderThan('expires_at', ENDED_SESSION_DAYS)} or ${olderThan('revoked_at', ENDED_SESSION_DAYS)}`,
      },
      {
        table: 'calendar.users',
        expired: `confirmed_at is null and ${olderThan('created_at', UNCONFIRMED_DAYS)}`,
      },
      // At the same age as unconfirmed users: whether a name becomes free must not tell whether its address has an account.
      {
        table: 'calendar.username_claims',
        expired: `${olderThan('created_at', UNCONFIRMED_DAYS)}
          and not exists (select from calendar.users u where u.username_key = username_claims.username_key)`,
      },
    ],
  };
}

/** Tables without a rule, each with the reason why it does not grow for ever. */
export const KEPT_TABLES: Readonly<Record<string, string>> = {
  'publishing.migrations': 'one row for each migration',
  'publishing.roles': 'a fixed set',
  'publishing.users': 'removed by staff',
  'publishing.roles_users': 'goes with its user',
  'publishing.posts': 'the content of the site, removed by staff',
  'publishing.posts_meta': 'goes with its post',
  'publishing.posts_tags': 'goes with its post or tag',
  'publishing.posts_authors': 'goes with its post',
  'publishing.post_listings': 'goes with its post, tag or author',
  'publishing.kept_counts': 'the worker adds new rows up to one for each tag, author and kind of post',
  'publishing.tags': 'removed by staff',
  'publishing.settings': 'a fixed set of keys',
  'publishing.integrations': 'removed by staff',
  'publishing.api_keys': 'goes with its integration',
  'publishing.webhooks': 'removed by staff, or with its integration',
  'publishing.webhook_attempts': 'goes with its delivery after 30 days',
  'publishing.members': 'removed by staff',
  'publishing.member_subscriptions': 'goes with its member',
  'publishing.site_revision_counters': '64 rows',
  'calendar.migrations': 'one row for each migration',
  'calendar.events': 'removed by their owners',
  'calendar.occurrences': 'from one year back to two years ahead, moved daily; goes with its event',
};
