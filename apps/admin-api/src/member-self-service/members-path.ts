import type { IncomingMessage } from 'node:http';

const GHOST_3_PATH = /^\/+ghost\/+api\/+(?:v3|canary)\/+members\/+/i;

/**
 * Rewrites the URL of a member route in Ghost 3 to the URL of the route in Almanac, e.g. `/ghost/api/v3/members/send-magic-link/` to
 * `/members/api/send-magic-link/`. Other URLs are unchanged.
 */
export function rewriteMembersPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!GHOST_3_PATH.test(url)) return url;
  const rest = url.replace(GHOST_3_PATH, '');
  return rest.startsWith('.well-known/') ? `/members/${rest}` : `/members/api/${rest}`;
}
