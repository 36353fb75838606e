import { versionFromHeader } from '@almanac/api-versions';
import type { IncomingMessage } from 'node:http';

const unversioned = /^\/+ghost\/+api\/+content(?=\/|\?|$)/i;

/**
 * Gives a path without a version the one its `Accept-Version` header names, or the newest. A header that names none that
 * is served leaves the path as it is: nothing answers there.
 */
export function withVersionInUrl({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (!unversioned.test(url)) return url;
  const header = headers['accept-version'];
  const version = versionFromHeader(typeof header === 'string' ? header : undefined);
  return version === undefined ? url : url.replace(unversioned, `/ghost/api/${version}/content`);
}
