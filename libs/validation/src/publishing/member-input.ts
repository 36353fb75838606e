import type { InputOf, memberDefinition } from '@almanac/resource-fields';
import type { LabelReference } from './label-input';

/**
 * The fields of a member. An absent property keeps the stored value, or has the default of a new member. `email` is for new members only.
 */
export interface MemberInput extends InputOf<typeof memberDefinition> {
  /** Starts (`true`) or ends (`false`) the complimentary subscription. */
  comped?: boolean;
  /**
   * Whether the `newsletters` of the request contain the site's newsletter. A request can contain `subscribed` too; the one that differs
   * from the stored member is used.
   */
  takesNewsletter?: boolean;
  /**
   * Whether the `tiers` of the request contain the paid tier. A request can contain `comped` too; the one that differs from the stored
   * member is used. For a member who pays, `false` is refused.
   */
  hasPaidTier?: boolean;
  /** All labels of the member, in their order. */
  labels?: LabelReference[];
}
