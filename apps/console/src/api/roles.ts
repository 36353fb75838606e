import type { Role } from './session.ts';

/** The roles that may edit the posts and pages of all authors. */
export const EDITORS: readonly Role[] = ['Owner', 'Administrator', 'Editor'];
