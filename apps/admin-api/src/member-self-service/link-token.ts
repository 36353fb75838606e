/** In characters; longer than every token of Almanac. */
const MAX_LENGTH = 200;

/** The `token` parameter of a link in a mail, truncated to 200 characters; an empty string if it is missing. */
export function linkTokenOf({ token }: Record<string, unknown>): string {
  return typeof token === 'string' ? token.slice(0, MAX_LENGTH) : '';
}
