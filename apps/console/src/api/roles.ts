export type Role = 'Owner' | 'Administrator' | 'Editor' | 'Author' | 'Contributor';

/** Ordered by their permissions: the role with the most permissions comes first. */
export const ROLES: readonly Role[] = ['Owner', 'Administrator', 'Editor', 'Author', 'Contributor'];

export const ADMINISTRATOR_OR_HIGHER: readonly Role[] = ['Owner', 'Administrator'];

/** The roles that may edit the posts and pages of all authors. */
export const EDITOR_OR_HIGHER: readonly Role[] = ['Owner', 'Administrator', 'Editor'];
