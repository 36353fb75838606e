import type { MemberSubscriptionStatus } from '@almanac/resource-fields';
import type { MemberSubscription } from './member-subscription.entity';

/**
 * The statuses of a subscription whose member is a paying member. `past_due` is one of them, because the payment provider still
 * tries to collect the payment. `unpaid` is not: the provider has given up, and Stripe advises to withdraw access.
 */
export const payingStatuses: readonly MemberSubscriptionStatus[] = ['active', 'trialing', 'past_due'];

const PAYING_STATUSES_SQL = payingStatuses.map((status) => `'${status}'`).join(', ');

/** Whether a member with these subscriptions is a paying member. A complimentary subscription counts. */
export function isPaying(subscriptions: readonly Pick<MemberSubscription, 'status'>[]): boolean {
  return subscriptions.some(({ status }) => payingStatuses.includes(status));
}

/** The table and the `where` clause, to follow `from`, for the paying subscriptions of a member. */
const payingSubscriptionsOf = (memberId: string): string => `publishing.member_subscriptions paying
    where paying.member_id = ${memberId} and paying.status in (${PAYING_STATUSES_SQL})`;

/**
 * {@link isPaying} as a boolean SQL expression.
 * @param memberId the expression of the member's id, e.g. `m.id`; never input
 */
export function isPayingSql(memberId: string): string {
  return `exists (select 1 from ${payingSubscriptionsOf(memberId)})`;
}

/**
 * The opposite of {@link isPayingSql}, as a scalar subquery for each member. For `not exists`, PostgreSQL would make a join that
 * reads all paying members first.
 */
export function isNotPayingSql(memberId: string): string {
  return `(select 1 from ${payingSubscriptionsOf(memberId)} limit 1) is null`;
}

/**
 * The status of a member in the API: `paid` members have a subscription of the payment provider, `comped` members only a
 * complimentary one.
 */
export type MemberStatus = 'free' | 'paid' | 'comped';

/** The condition for members with a paying subscription that is not complimentary. */
const paysProviderSql = (memberId: string): string =>
  `exists (select 1 from ${payingSubscriptionsOf(memberId)} and paying.provider <> 'complimentary')`;

/** The condition for members with a complimentary subscription and no paying subscription of the payment provider. */
export function isCompedSql(memberId: string): string {
  return `(${isPayingSql(memberId)} and not ${paysProviderSql(memberId)})`;
}

/** The SQL expression for the {@link MemberStatus} of a member. */
export function memberStatusSql(memberId: string): string {
  return `case when ${paysProviderSql(memberId)} then 'paid' when ${isPayingSql(memberId)} then 'comped' else 'free' end`;
}

/** Selects `member_id` of all paying members, and `by_provider`: whether they have a subscription of the payment provider. */
export const PAYING_MEMBERS_SQL = `select paying.member_id, bool_or(paying.provider <> 'complimentary') as by_provider
  from publishing.member_subscriptions paying
  where paying.status in (${PAYING_STATUSES_SQL}) group by paying.member_id`;
