/** No comma at the start, as in Ghost. Error responses contain the pattern, so it must be equal to that of Ghost. */
export const NO_LEADING_COMMA = '^([^,]|$)';
