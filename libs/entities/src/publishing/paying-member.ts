import type { MemberSubscription, MemberSubscriptionStatus } from './member-subscription.entity';

/**
 * The statuses of a subscription that make its member a paying one. `past_due`: the provider still tries to collect.
 * `unpaid`: it has given up, and Stripe advises to withdraw access.
 */
const payingStatuses: readonly MemberSubscriptionStatus[] = ['active', 'trialing', 'past_due'];

/** Whether a member with these subscriptions is a paying member. A complimentary subscription counts. */
export function isPaying(subscriptions: readonly Pick<MemberSubscription, 'status'>[]): boolean {
  return subscriptions.some(({ status }) => payingStatuses.includes(status));
}

/**
 * The same in SQL, as a boolean expression.
 * @param memberId the expression of the member's id, e.g. `m.id`; never input
 */
export function isPayingSql(memberId: string): string {
  return `exists (select 1 from publishing.member_subscriptions paying
    where paying.member_id = ${memberId} and paying.status in (${payingStatuses.map((status) => `'${status}'`).join(', ')}))`;
}
