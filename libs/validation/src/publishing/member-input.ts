import type { InputOf, memberDefinition } from '@almanac/resource-fields';
import type { LabelReference } from './label-input';

/** The fields of a member; an absent property keeps the stored value. */
export interface MemberInput extends InputOf<typeof memberDefinition> {
  /** Starts (`true`) or ends (`false`) the complimentary subscription. */
  comped?: boolean;
  /** Whether the `newsletters` of the request contain the site's newsletter. An alternative to `subscribed`. */
  takesNewsletter?: boolean;
  /** Whether the `tiers` of the request contain the paid tier. An alternative to `comped`. */
  hasPaidTier?: boolean;
  /** All labels of the member, in their order. */
  labels?: LabelReference[];
}
