/** The search parameters of the screen of the staff. */
export interface StaffSearch {
  invite?: true;
}

export const validateStaffSearch = ({ invite }: Record<string, unknown>): StaffSearch => ({
  invite: invite === true ? true : undefined,
});
