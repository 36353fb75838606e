import { flag, type JsonSchema, oneOfWords, text } from '../serialization/json-schema';

/** Ids of resources that have no table: there is one of each. */
export const FREE_TIER_ID = '000000000000000000000f4e';
export const PAID_TIER_ID = '000000000000000000000fad';

/** The paid tier in a member's list. */
export const PAID_TIER = { id: PAID_TIER_ID, name: 'Paid', slug: 'paid', active: true, type: 'paid' } as const;

export const memberTierSchema: JsonSchema = {
  type: 'object',
  properties: { id: text, name: text, slug: text, active: flag, type: oneOfWords('paid') },
  required: ['id', 'name', 'slug', 'active', 'type'],
  additionalProperties: false,
};
