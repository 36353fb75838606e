/** Concurrent editors; each edits its own post. */
export const EDITORS = 8;
/** Duration of a measurement. */
export const SECONDS = 3;
