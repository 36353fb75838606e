const MAX_LENGTH = 200;

/** The token of a link in a mail; empty where the query has none. */
export function tokenOf({ token }: Record<string, unknown>): string {
  return typeof token === 'string' ? token.slice(0, MAX_LENGTH) : '';
}
