import { utcSeconds, utcSecondsOrNull } from '../../serialization/dates';
import type { JsonObject } from '../../serialization/json';
import {
  booleanSchema,
  closedObject,
  instantOrNullSchema,
  integerSchema,
  type JsonSchema,
  orNull,
  stringOrNullSchema,
  stringSchema,
} from '../../serialization/json-schema';
import type { MemberView, SubscriptionView } from '../../views';
import { PAID_TIER } from '../member-tier';

const subscriptionTierSchema = closedObject({
  id: stringSchema,
  name: stringSchema,
  slug: stringSchema,
  active: booleanSchema,
  type: stringSchema,
  description: stringOrNullSchema,
  welcome_page_url: stringOrNullSchema,
  visibility: stringSchema,
  trial_days: integerSchema,
  created_at: instantOrNullSchema,
  updated_at: instantOrNullSchema,
});

/**
 * The tier of a subscription. Clients require `created_at`. Its value is the start of the subscription, because Almanac does not store
 * when a tier was created.
 */
function subscriptionTier(start: string | null): JsonObject {
  return {
    ...PAID_TIER,
    description: null,
    welcome_page_url: null,
    visibility: 'public',
    trial_days: 0,
    created_at: start,
    updated_at: null,
  };
}

export const memberSubscriptionSchema: JsonSchema = closedObject({
  id: stringSchema,
  customer: closedObject({ id: stringSchema, name: stringOrNullSchema, email: stringSchema }),
  plan: closedObject({
    id: stringSchema,
    nickname: stringSchema,
    amount: integerSchema,
    currency: stringSchema,
    interval: stringSchema,
  }),
  status: stringSchema,
  start_date: instantOrNullSchema,
  default_payment_card_last4: stringOrNullSchema,
  cancel_at_period_end: booleanSchema,
  cancellation_reason: stringOrNullSchema,
  current_period_end: instantOrNullSchema,
  price: closedObject({
    id: stringSchema,
    price_id: stringSchema,
    nickname: stringSchema,
    amount: integerSchema,
    interval: stringSchema,
    type: stringSchema,
    currency: stringSchema,
  }),
  tier: subscriptionTierSchema,
  offer: orNull({ type: 'object' }),
});

/** Ghost's values for a complimentary subscription, which has no price. */
const COMPLIMENTARY_PRICE = { currency: 'USD', interval: 'year' } as const;

/** A subscription of a member as Ghost 5 shows it: with the customer and the price of the payment provider. */
export function memberSubscription(entity: SubscriptionView, member: MemberView): JsonObject {
  const price = {
    id: entity.planId ?? '',
    nickname: entity.planNickname ?? '',
    amount: entity.planAmount ?? 0,
    currency: entity.planCurrency ?? COMPLIMENTARY_PRICE.currency,
    interval: entity.planInterval ?? COMPLIMENTARY_PRICE.interval,
  };
  const start = entity.startedAt ? utcSeconds(entity.startedAt) : null;
  return {
    id: entity.providerSubscriptionId ?? '',
    customer: { id: entity.providerCustomerId ?? '', name: member.name ?? null, email: member.email ?? '' },
    plan: price,
    status: entity.status ?? 'active',
    start_date: start,
    default_payment_card_last4: null,
    cancel_at_period_end: entity.cancelAtPeriodEnd ?? false,
    cancellation_reason: null,
    current_period_end: utcSecondsOrNull(entity.currentPeriodEndAt) ?? start,
    price: { ...price, price_id: price.id, type: 'recurring' },
    tier: subscriptionTier(start),
    offer: null,
  };
}
