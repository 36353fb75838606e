/** The search parameters of the staff screen; `invite` opens the invitation dialog. */
export interface StaffSearch {
  invite?: true;
}

export const parseStaffSearch = ({ invite }: Record<string, unknown>): StaffSearch => ({
  invite: invite === true ? true : undefined,
});
