import type { IncomingMessage } from 'node:http';

const inApi = /^\/+ghost\/+api\/+(?:v3|canary)\/+members\/+/i;

/** Rewrites the member routes of Ghost 3 to ours: `/ghost/api/v3/members/send-magic-link/` to `/members/api/send-magic-link/`. */
export function rewriteMembersPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!inApi.test(url)) return url;
  const rest = url.replace(inApi, '');
  return rest.startsWith('.well-known/') ? `/members/${rest}` : `/members/api/${rest}`;
}
