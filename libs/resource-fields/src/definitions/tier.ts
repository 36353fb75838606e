import { defineResource } from '../field-definition';

/**
 * The tiers (as in Ghost): the free tier, and the paid tier if a payment provider is configured. Tiers have no table: the prices are in the
 * setting `members_subscription_settings`.
 */
export const tierDefinition = defineResource('tiers', {
  id: { type: 'text', since: 'v5', readableBy: 'public', isPrimaryKey: true },
  name: { type: 'text', since: 'v5', readableBy: 'public' },
  description: { type: 'text', isNullable: true, since: 'v5', readableBy: 'public' },
  slug: { type: 'text', since: 'v5', readableBy: 'public' },
  active: { type: 'boolean', since: 'v5', readableBy: 'public' },
  type: { type: 'text', values: ['free', 'paid'], since: 'v5', readableBy: 'public' },
  welcomePageUrl: { type: 'text', isNullable: true, since: 'v5', readableBy: 'public' },
  createdAt: { type: 'instant', since: 'v5', readableBy: 'public' },
  updatedAt: { type: 'instant', isNullable: true, since: 'v5', readableBy: 'public' },
  visibility: { type: 'text', values: ['public', 'none'], since: 'v5', readableBy: 'public' },
  /** Three letters of ISO 4217. */
  currency: { type: 'text', isNullable: true, since: 'v5', readableBy: 'public' },
  /** In the smallest unit of the currency. */
  monthlyPrice: { type: 'integer', isNullable: true, since: 'v5', readableBy: 'public' },
  yearlyPrice: { type: 'integer', isNullable: true, since: 'v5', readableBy: 'public' },
  trialDays: { type: 'integer', since: 'v5', readableBy: 'public' },
});
