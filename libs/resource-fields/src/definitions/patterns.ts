/** The pattern of names in Ghost: no comma at the start. Error details contain the pattern, so clients see it. */
export const NO_LEADING_COMMA = '^([^,]|$)';
