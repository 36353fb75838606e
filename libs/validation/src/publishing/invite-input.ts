/** An invitation to the staff. */
export interface InviteInput {
  email: string;
  roleId: string;
}
