import type { InputOf, memberDefinition } from '@almanac/resource-fields';
import type { LabelReference } from './label-input';

/** The fields of a member. If a property is absent, the stored value stays, or a new member gets the default. */
export interface MemberInput extends InputOf<typeof memberDefinition> {
  /** Starts (`true`) or ends (`false`) the complimentary subscription. */
  comped?: boolean;
  /**
   * Whether the `newsletters` of the request contain the site's newsletter. If a request also contains `subscribed`, the value that
   * differs from the stored member is used.
   */
  takesNewsletter?: boolean;
  /**
   * Whether the `tiers` of the request contain the paid tier. If a request also contains `comped`, the value that differs from the
   * stored member is used. `false` ends a complimentary subscription; it is rejected while the member pays through the payment
   * provider.
   */
  hasPaidTier?: boolean;
  /** All labels of the member, in their order. */
  labels?: LabelReference[];
}
