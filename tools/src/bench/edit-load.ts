/** The number of concurrent editors. Each edits its own post. */
export const EDITORS = 8;
/** The duration of a measurement in seconds. */
export const SECONDS = 3;
