import type { MemberSubscriptionStatus } from '@almanac/entities';

/** Subscriptions of a member, and whether the member is a paying member. The expected values do not come from the tested code. */
export const payingCases: readonly { statuses: readonly MemberSubscriptionStatus[]; isPaying: boolean }[] = [
  { statuses: [], isPaying: false },
  { statuses: ['active'], isPaying: true },
  { statuses: ['trialing'], isPaying: true },
  { statuses: ['past_due'], isPaying: true },
  { statuses: ['unpaid'], isPaying: false },
  { statuses: ['canceled'], isPaying: false },
  { statuses: ['incomplete'], isPaying: false },
  { statuses: ['canceled', 'past_due'], isPaying: true },
  { statuses: ['canceled', 'unpaid', 'incomplete'], isPaying: false },
];
