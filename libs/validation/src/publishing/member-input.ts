import type { InputOf, memberDefinition } from '@almanac/resource-fields';

/** The fields of a member; an absent property keeps the stored value. */
export interface MemberInput extends InputOf<typeof memberDefinition> {
  /** Opens (`true`) or ends (`false`) the complimentary subscription. */
  comped?: boolean;
}
