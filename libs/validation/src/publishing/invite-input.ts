/** An invitation to join the staff. */
export interface InviteInput {
  email: string;
  roleId: string;
}
