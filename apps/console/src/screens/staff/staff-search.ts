/** What is open on the screen of the staff, as it is in the address. */
export interface StaffSearch {
  invite?: true;
}

export const validateStaffSearch = ({ invite }: Record<string, unknown>): StaffSearch => ({
  invite: invite === true ? true : undefined,
});
