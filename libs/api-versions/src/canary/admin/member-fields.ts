import { NEWSLETTER_ID } from '@almanac/resource-fields';
import { createHash } from 'node:crypto';
import type { Field } from '../../contract';
import { computed, optional } from '../../serialization/fields';
import type { Json } from '../../serialization/json';
import {
  booleanSchema,
  integerSchema,
  type JsonSchema,
  listOf,
  oneOfWords,
  orNull,
  reference,
  stringOrNullSchema,
  stringSchema,
} from '../../serialization/json-schema';
import type { MemberView } from '../../views';
import { memberNewsletterSchema } from '../member-newsletter';
import { memberTierSchema, PAID_TIER } from '../member-tier';
import { memberSubscription, memberSubscriptionSchema } from './member-subscription';

function fieldSinceV5(name: string, schema: JsonSchema, read: Field<MemberView>['read']): Field<MemberView> {
  return { ...optional(computed(name, schema, read)), since: 'v5' };
}

/** A field with a constant value: clients of Ghost 5 expect the key, but Almanac does not record the value. */
const untracked = (name: string, schema: JsonSchema, value: Json): Field<MemberView> =>
  fieldSinceV5(name, schema, () => value);

/** A UUID with the layout of version 3 (RFC 9562): the MD5 hash of the id, so that the UUID of a member never changes. */
function uuidOf(id: string): string {
  const hex = createHash('md5').update(id).digest('hex');
  // The two highest bits of this digit are 10: the variant of RFC 9562.
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `3${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20),
  ];
  return groups.join('-');
}

export const uuid = fieldSinceV5('uuid', { ...stringSchema, format: 'uuid' }, ({ id }) => uuidOf(id));

export const geolocation = untracked('geolocation', stringOrNullSchema, null);

const hasComplimentarySubscription = ({ subscriptions }: MemberView): boolean | undefined =>
  subscriptions?.some(({ provider, status }) => provider === 'complimentary' && status === 'active');

const suppressionSchema: JsonSchema = {
  type: 'object',
  properties: { suppressed: booleanSchema, info: stringOrNullSchema },
  required: ['suppressed', 'info'],
  additionalProperties: false,
};

/** The relations and computed fields of a member. In responses, they follow the columns of the member. */
export const memberFieldsAfterColumns: readonly Field<MemberView>[] = [
  fieldSinceV5('labels', listOf(reference('Label')), ({ labels }, context) =>
    labels?.map((label) => context.contract.admin.label(label, context)),
  ),
  fieldSinceV5('subscriptions', listOf(memberSubscriptionSchema), (member) =>
    member.subscriptions?.map((subscription) => memberSubscription(subscription, member)),
  ),
  untracked('avatar_image', stringSchema, ''),
  fieldSinceV5('comped', booleanSchema, hasComplimentarySubscription),
  untracked('email_count', integerSchema, 0),
  untracked('email_opened_count', integerSchema, 0),
  untracked('email_open_rate', { type: ['integer', 'null'] }, null),
  fieldSinceV5('status', oneOfWords('free', 'paid', 'comped'), ({ status }) => status),
  untracked('last_seen_at', stringOrNullSchema, null),
  untracked('attribution', orNull({ type: 'object' }), null),
  fieldSinceV5('unsubscribe_url', stringSchema, ({ id }, { unsubscribeUrl }) => unsubscribeUrl?.(id)),
  fieldSinceV5('tiers', listOf(memberTierSchema), ({ status }) => {
    if (status === undefined) return undefined;
    return status === 'free' ? [] : [{ ...PAID_TIER }];
  }),
  fieldSinceV5('newsletters', listOf(memberNewsletterSchema), ({ subscribed, newsletterName }) => {
    if (subscribed === undefined) return undefined;
    if (!subscribed) return [];
    return [{ id: NEWSLETTER_ID, name: newsletterName ?? '', description: null, status: 'active' }];
  }),
  fieldSinceV5('email_suppression', suppressionSchema, ({ emailDisabled = false }) => ({
    suppressed: emailDisabled,
    info: emailDisabled ? 'The mail server rejected two mails permanently.' : null,
  })),
];
