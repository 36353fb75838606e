import type { InputOf, memberDefinition } from '@almanac/resource-fields';
import type { LabelReference } from './label-input';

/** The fields of a member; an absent property keeps the stored value. */
export interface MemberInput extends InputOf<typeof memberDefinition> {
  /** Opens (`true`) or ends (`false`) the complimentary subscription. */
  comped?: boolean;
  /** Whether the list of newsletters has the site's newsletter: a second way to send `subscribed`. */
  takesNewsletter?: boolean;
  /** Whether the list of tiers has the paid one: a second way to send `comped`. */
  hasPaidTier?: boolean;
  /** All labels of the member, in their order. */
  labels?: LabelReference[];
}
