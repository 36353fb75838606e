import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';
import { NO_LEADING_COMMA } from './patterns';

/** Readers who signed up, were imported, or were added by staff or an integration. */
export const memberDefinition = defineResource('members', {
  id: { type: 'text', since: 'v2', readableBy: 'staff', isPrimaryKey: true },
  /** Unique; upper and lower case count as equal. */
  email: {
    type: 'text',
    since: 'v2',
    readableBy: 'staff',
    ignoresCase: true,
    input: { minLength: 1, maxLength: 191, pattern: NO_LEADING_COMMA, format: 'email' },
  },
  name: {
    type: 'text',
    isNullable: true,
    since: 'v2',
    readableBy: 'staff',
    ignoresCase: true,
    input: { maxLength: 191, pattern: NO_LEADING_COMMA },
  },
  note: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff', input: { maxLength: 2000 } },
  /**
   * Whether the member gets posts by mail. Exports of v2 and v3 contain the field if a member has unsubscribed, because an import must not
   * subscribe this member again.
   */
  subscribed: {
    type: 'boolean',
    default: true,
    since: 'v5',
    exportedSince: 'v2',
    readableBy: 'staff',
    input: {},
  },
  /**
   * The number of newsletters in a row that the mail server rejected permanently because of the address. An accepted newsletter
   * resets the number to 0.
   */
  emailFailures: { type: 'integer', default: 0, since: 'v5', readableBy: 'none', isExported: false },
  /** Whether newsletters to the member are stopped, because the mail server rejected two in a row permanently because of the address. */
  emailDisabled: {
    type: 'boolean',
    default: false,
    since: 'v5',
    readableBy: 'none',
    filterableBy: 'staff',
    isExported: false,
  },
  revision: { type: 'integer', default: 1, since: 'v2', readableBy: 'none', isExported: false },
  createdAt: { type: 'instant', since: 'v2', readableBy: 'staff' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'staff' },
});

/** The subscriptions of members, paid or complimentary. */
export const memberSubscriptionDefinition = defineResource('member_subscriptions', {
  id: { type: 'text', since: 'v2', readableBy: 'staff', isPrimaryKey: true },
  memberId: { type: 'text', since: 'v2', readableBy: 'staff' },
  provider: { type: 'text', values: ['complimentary', 'stripe'], since: 'v2', readableBy: 'staff' },
  /** The id of the subscription at the payment provider; null for a complimentary subscription. */
  providerSubscriptionId: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff' },
  /** The id of the member at the payment provider; null for a complimentary subscription. */
  providerCustomerId: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff' },
  status: {
    type: 'text',
    values: ['active', 'trialing', 'past_due', 'unpaid', 'canceled', 'incomplete'],
    since: 'v2',
    readableBy: 'staff',
  },
  planId: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff' },
  planNickname: { type: 'text', since: 'v2', readableBy: 'staff' },
  /** In the smallest unit of the currency. */
  planAmount: { type: 'integer', default: 0, since: 'v2', readableBy: 'staff' },
  planCurrency: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff' },
  planInterval: { type: 'text', isNullable: true, since: 'v2', readableBy: 'staff' },
  startedAt: { type: 'instant', since: 'v2', readableBy: 'staff' },
  currentPeriodEndAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'staff' },
  cancelAtPeriodEnd: { type: 'boolean', default: false, since: 'v2', readableBy: 'staff' },
  createdAt: { type: 'instant', since: 'v2', readableBy: 'staff' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v2', readableBy: 'staff' },
});

/** Names of statuses that Stripe uses. `stripe-events.ts` stores the other statuses of Stripe as one of these. */
export type MemberSubscriptionStatus = RowOf<typeof memberSubscriptionDefinition>['status'];
