import { ValidationError } from '@almanac/errors';
import type { MemberInput } from '@almanac/validation';
import type { MemberRecord } from './member-record';
import type { MemberFields } from './stored-member';

/** The state of a member that two pairs of input keys can change. */
type MemberState = Pick<MemberRecord, 'subscribed' | 'status' | 'subscriptions'>;

const newMember: MemberState = { subscribed: true, status: 'free', subscriptions: [] };

/** The requested state of a member. */
export interface WantedMember {
  fields: MemberFields;
  /** Absent keeps the plan. */
  isComplimentary?: boolean;
}

/**
 * Combines keys with the same meaning: `subscribed` with the list of newsletters, and `comped` with the list of tiers. A
 * client sends back a member as it was read and changes one key of a pair, so the key that differs from the stored member
 * counts.
 * @param before the stored member; a new one when absent
 * @throws ValidationError when the input ends a subscription of the payment provider
 */
export function wantedMember(
  { comped, labels: _labels, takesNewsletter, hasPaidTier, subscribed, ...fields }: MemberInput,
  before: MemberState = newMember,
): WantedMember {
  const wantsMail = differing(before.subscribed, subscribed, takesNewsletter);
  const isComped = before.subscriptions.some(
    ({ provider, status }) => provider === 'complimentary' && status === 'active',
  );
  const isComplimentary = comped !== undefined && comped !== isComped ? comped : planByTier(before.status, hasPaidTier);
  return {
    fields: { ...fields, ...(wantsMail !== undefined && { subscribed: wantsMail }) },
    ...(isComplimentary !== undefined && { isComplimentary }),
  };
}

function differing(stored: boolean, ...sent: (boolean | undefined)[]): boolean | undefined {
  return sent.find((value) => value !== undefined && value !== stored) ?? sent.find((value) => value !== undefined);
}

/** The requested complimentary plan; undefined when the list of tiers changes nothing. */
function planByTier(status: MemberState['status'], hasPaidTier: boolean | undefined): boolean | undefined {
  if (hasPaidTier === undefined || hasPaidTier === (status !== 'free')) return undefined;
  if (hasPaidTier || status === 'comped') return hasPaidTier;
  throw new ValidationError('The subscription of this member can only be ended at the payment provider.', {
    property: 'tiers',
  });
}
