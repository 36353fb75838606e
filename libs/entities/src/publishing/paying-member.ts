import type { MemberSubscriptionStatus } from '@almanac/resource-fields';
import type { MemberSubscription } from './member-subscription.entity';

/**
 * The statuses of a subscription that make its member a paying one. `past_due`: the provider still tries to collect.
 * `unpaid`: it has given up, and Stripe advises to withdraw access.
 */
export const payingStatuses: readonly MemberSubscriptionStatus[] = ['active', 'trialing', 'past_due'];

/** Whether a member with these subscriptions is a paying member. A complimentary subscription counts. */
export function isPaying(subscriptions: readonly Pick<MemberSubscription, 'status'>[]): boolean {
  return subscriptions.some(({ status }) => payingStatuses.includes(status));
}

const payingSubscriptionsOf = (memberId: string): string => `publishing.member_subscriptions paying
    where paying.member_id = ${memberId} and paying.status in (${payingStatuses.map((status) => `'${status}'`).join(', ')})`;

/**
 * {@link isPaying} as a boolean SQL expression.
 * @param memberId the expression of the member's id, e.g. `m.id`; never input
 */
export function isPayingSql(memberId: string): string {
  return `exists (select 1 from ${payingSubscriptionsOf(memberId)})`;
}

/**
 * The opposite of {@link isPayingSql}, looked up for each member: most members do not pay, and a join would read all paying
 * members.
 */
export function isNotPayingSql(memberId: string): string {
  return `(select 1 from ${payingSubscriptionsOf(memberId)} limit 1) is null`;
}

/**
 * The status of a member in the API: `comped` has only a complimentary subscription, `paid` has one of the payment provider.
 */
export type MemberStatus = 'free' | 'paid' | 'comped';

const isPayingProviderSql = (memberId: string): string =>
  `exists (select 1 from ${payingSubscriptionsOf(memberId)} and paying.provider <> 'complimentary')`;

/** The condition for members with a complimentary subscription who do not pay the payment provider. */
export function isCompedSql(memberId: string): string {
  return `(${isPayingSql(memberId)} and not ${isPayingProviderSql(memberId)})`;
}

/** The status of a member as an expression; see `MemberStatus`. */
export function memberStatusSql(memberId: string): string {
  return `case when ${isPayingProviderSql(memberId)} then 'paid' when ${isPayingSql(memberId)} then 'comped' else 'free' end`;
}

/** Selects `member_id` of all paying members and whether one of the subscriptions is the payment provider's: `by_provider`. */
export const PAYING_MEMBERS_SQL = `select paying.member_id, bool_or(paying.provider <> 'complimentary') as by_provider
  from publishing.member_subscriptions paying
  where paying.status in (${payingStatuses.map((status) => `'${status}'`).join(', ')}) group by paying.member_id`;
