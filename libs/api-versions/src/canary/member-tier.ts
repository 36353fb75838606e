import { FREE_TIER_ID, PAID_TIER_ID } from '@almanac/resource-fields';
import { booleanSchema, type JsonSchema, oneOfWords, stringSchema } from '../serialization/json-schema';

/** The keys by which a request can name the free tier. The list `tiers` of a member in a response does not contain this tier. */
export const FREE_TIER = { id: FREE_TIER_ID, name: 'Free', slug: 'free' } as const;

/** The paid tier, as the list `tiers` of a member contains it. */
export const PAID_TIER = { id: PAID_TIER_ID, name: 'Paid', slug: 'paid', active: true, type: 'paid' } as const;

export const memberTierSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: stringSchema,
    name: stringSchema,
    slug: stringSchema,
    active: booleanSchema,
    type: oneOfWords('paid'),
  },
  required: ['id', 'name', 'slug', 'active', 'type'],
  additionalProperties: false,
};
