import { PAID_TIER_ID } from '@almanac/resource-fields';
import { flag, type JsonSchema, oneOfWords, text } from '../serialization/json-schema';

/** The paid tier in the list `tiers` of a member. */
export const PAID_TIER = { id: PAID_TIER_ID, name: 'Paid', slug: 'paid', active: true, type: 'paid' } as const;

export const memberTierSchema: JsonSchema = {
  type: 'object',
  properties: { id: text, name: text, slug: text, active: flag, type: oneOfWords('paid') },
  required: ['id', 'name', 'slug', 'active', 'type'],
  additionalProperties: false,
};
