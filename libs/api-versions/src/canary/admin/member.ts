import { memberDefinition } from '@almanac/resource-fields';
import { insertAfter, related } from '../../serialization/fields';
import {
  booleanSchema,
  instantOrNullSchema,
  integerSchema,
  type JsonSchema,
  stringOrNullSchema,
  stringSchema,
} from '../../serialization/json-schema';
import { utcSeconds, utcSecondsOrNull } from '../../serialization/dates';
import type { JsonObject } from '../../serialization/json';
import { serializerOf } from '../../serialization/serializer';
import { storedFields } from '../../serialization/stored-fields';
import type { MemberView, SubscriptionView } from '../../views';
import { geolocation, memberFieldsAfterColumns, uuid } from './member-fields';

const subscriptionSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: stringSchema,
    customer: stringOrNullSchema,
    status: stringSchema,
    plan: {
      type: 'object',
      properties: {
        id: stringOrNullSchema,
        nickname: stringSchema,
        amount: integerSchema,
        currency: stringOrNullSchema,
        interval: stringOrNullSchema,
      },
      required: ['id', 'nickname', 'amount', 'currency', 'interval'],
      additionalProperties: false,
    },
    start_date: instantOrNullSchema,
    current_period_end: instantOrNullSchema,
    cancel_at_period_end: booleanSchema,
  },
  required: ['id', 'customer', 'status', 'plan', 'start_date', 'current_period_end', 'cancel_at_period_end'],
  additionalProperties: false,
};

function subscription(entity: SubscriptionView): JsonObject {
  return {
    id: entity.providerSubscriptionId ?? entity.id,
    customer: entity.providerCustomerId ?? null,
    status: entity.status ?? 'active',
    plan: {
      id: entity.planId ?? null,
      nickname: entity.planNickname ?? '',
      amount: entity.planAmount ?? 0,
      currency: entity.planCurrency ?? null,
      interval: entity.planInterval ?? null,
    },
    start_date: entity.startedAt ? utcSeconds(entity.startedAt) : null,
    current_period_end: utcSecondsOrNull(entity.currentPeriodEndAt) ?? null,
    cancel_at_period_end: entity.cancelAtPeriodEnd ?? false,
  };
}

/** The subscriptions as Ghost 3 shows them, under `payment`. Of the `members/` routes of the Admin API, only `GET members/:id/` has it. */
const payment = related<MemberView>(
  'payment',
  {
    type: 'object',
    properties: { subscriptions: { type: 'array', items: subscriptionSchema } },
    required: ['subscriptions'],
    additionalProperties: false,
  },
  (entity) => entity.subscriptions && { subscriptions: entity.subscriptions.map(subscription) },
);

const stored = storedFields<MemberView>(memberDefinition, 'staff', { formatInstant: utcSeconds });

/** A member. */
export const member = serializerOf<MemberView>([
  ...insertAfter(insertAfter(stored, 'id', uuid), 'note', geolocation),
  ...memberFieldsAfterColumns,
  payment,
]);
