import { ValidationError } from '@almanac/errors';
import type { MemberInput } from '@almanac/validation';
import type { MemberRecord } from './member-record';
import type { MemberFields } from './stored-member';

/** The properties of a stored member that `wantedMember` compares with the input. */
type MemberState = Pick<MemberRecord, 'subscribed' | 'status' | 'subscriptions'>;

const newMember: MemberState = { subscribed: true, status: 'free', subscriptions: [] };

/** The requested state of a member. */
export interface WantedMember {
  fields: MemberFields;
  /** Whether the member is to have a complimentary subscription; absent if the request does not change it. */
  isComplimentary?: boolean;
}

/**
 * Combines keys of an input with the same meaning: `subscribed` with the list of newsletters (`takesNewsletter`), and `comped` with the
 * list of tiers (`hasPaidTier`). Clients send back a member as they read it, and change only one key of a pair. So the key whose value
 * differs from the stored member decides.
 * @param before the stored member; absent for a new member
 * @throws ValidationError when the input ends a subscription of the payment provider
 */
export function wantedMember(
  { comped, labels: _labels, takesNewsletter, hasPaidTier, subscribed, ...fields }: MemberInput,
  before: MemberState = newMember,
): WantedMember {
  const wantsMail = changedValue(before.subscribed, subscribed, takesNewsletter);
  const isComped = before.subscriptions.some(
    ({ provider, status }) => provider === 'complimentary' && status === 'active',
  );
  const isComplimentary =
    comped !== undefined && comped !== isComped ? comped : complimentaryByTier(before.status, hasPaidTier);
  return {
    fields: { ...fields, ...(wantsMail !== undefined && { subscribed: wantsMail }) },
    ...(isComplimentary !== undefined && { isComplimentary }),
  };
}

/** The first value in the input that differs from the stored one, or else the first value in the input; undefined without a value. */
function changedValue(stored: boolean, ...sent: (boolean | undefined)[]): boolean | undefined {
  return sent.find((value) => value !== undefined && value !== stored) ?? sent.find((value) => value !== undefined);
}

/** Whether the list of tiers requests a complimentary subscription; undefined if it changes nothing. */
function complimentaryByTier(status: MemberState['status'], hasPaidTier: boolean | undefined): boolean | undefined {
  if (hasPaidTier === undefined || hasPaidTier === (status !== 'free')) return undefined;
  if (hasPaidTier || status === 'comped') return hasPaidTier;
  throw new ValidationError('The subscription of this member can only be ended at the payment provider.', {
    property: 'tiers',
  });
}
