import type { MemberSubscriptionStatus } from '@almanac/resource-fields';
import type { MemberSubscription } from './member-subscription.entity';

/**
 * The statuses of a subscription whose member is a paying member. `past_due` is one of them, because the payment provider still
 * tries to collect the payment. `unpaid` is not: the provider has given up, and Stripe advises to withdraw access.
 */
const payingStatuses: readonly MemberSubscriptionStatus[] = ['active', 'trialing', 'past_due'];

const PAYING_STATUSES_SQL = payingStatuses.map((status) => `'${status}'`).join(', ');

/** Whether a member with these subscriptions is a paying member. Complimentary subscriptions count. */
export function isPaying(subscriptions: readonly Pick<MemberSubscription, 'status'>[]): boolean {
  return subscriptions.some(({ status }) => payingStatuses.includes(status));
}

/** SQL, to follow `from`: the table and the `where` clause for the paying subscriptions of a member. */
const payingSubscriptionsOf = (memberId: string): string => `publishing.member_subscriptions paying
    where paying.member_id = ${memberId} and paying.status in (${PAYING_STATUSES_SQL})`;

/**
 * {@link isPaying} as a boolean SQL expression.
 * @param memberId the SQL expression of the member's id, e.g. `m.id`; never a value from a request
 */
export function isPayingSql(memberId: string): string {
  return `exists (select 1 from ${payingSubscriptionsOf(memberId)})`;
}

/**
 * The opposite of {@link isPayingSql}, with a scalar subquery that runs for each member. For `not exists`, PostgreSQL would make a join
 * that reads all paying members first.
 */
export function isNotPayingSql(memberId: string): string {
  return `(select 1 from ${payingSubscriptionsOf(memberId)} limit 1) is null`;
}

/**
 * The status of a member in the API. Only subscriptions with a status in `payingStatuses` count. `paid`: one of them is of the payment
 * provider; `comped`: all of them are complimentary; `free`: there is none.
 */
export type MemberStatus = 'free' | 'paid' | 'comped';

/** SQL: whether a member has a paying subscription of the payment provider. */
const paysProviderSql = (memberId: string): string =>
  `exists (select 1 from ${payingSubscriptionsOf(memberId)} and paying.provider <> 'complimentary')`;

/** A boolean SQL expression: whether a member has the status `comped`, see {@link MemberStatus}. */
export function isCompedSql(memberId: string): string {
  return `(${isPayingSql(memberId)} and not ${paysProviderSql(memberId)})`;
}

/** An SQL expression for the {@link MemberStatus} of a member. */
export function memberStatusSql(memberId: string): string {
  return `case when ${paysProviderSql(memberId)} then 'paid' when ${isPayingSql(memberId)} then 'comped' else 'free' end`;
}

/** Selects `member_id` of all paying members, and `by_provider`: whether they have a paying subscription of the payment provider. */
export const PAYING_MEMBERS_SQL = `select paying.member_id, bool_or(paying.provider <> 'complimentary') as by_provider
  from publishing.member_subscriptions paying
  where paying.status in (${PAYING_STATUSES_SQL}) group by paying.member_id`;
