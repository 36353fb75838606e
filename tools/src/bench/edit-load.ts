/** How many edit at once, each a post of their own. */
export const EDITORS = 8;
/** How long a measurement takes. */
export const SECONDS = 3;
