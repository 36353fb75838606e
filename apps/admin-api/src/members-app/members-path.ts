import type { IncomingMessage } from 'node:http';

const inApi = /^\/+ghost\/+api\/+(?:v3|canary)\/+members\/+/i;

/** Member sign-in also answers where Ghost 3 had it: `/ghost/api/v3/members/send-magic-link/`. */
export function withMembersPath({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (!inApi.test(url)) return url;
  const rest = url.replace(inApi, '');
  return rest.startsWith('.well-known/') ? `/members/${rest}` : `/members/api/${rest}`;
}
