/** The release of Ghost that v5 is compatible with. */
export const GHOST_5_RELEASE = '5.130.6';
export const GHOST_5_MINOR = '5.130';
