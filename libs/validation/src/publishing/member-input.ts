/** What a member may be given; an absent property keeps what is stored. */
export interface MemberInput {
  email?: string;
  name?: string | null;
  note?: string | null;
  /** Opens (`true`) or ends (`false`) the complimentary subscription. */
  comped?: boolean;
}
