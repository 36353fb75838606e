/** The release of Ghost that v5 is compatible with. */
export const GHOST_5_RELEASE = '5.130.6';
/** The release without its patch number: the `version` of the site resource and of the settings in the Content API. */
export const GHOST_5_MINOR = '5.130';
