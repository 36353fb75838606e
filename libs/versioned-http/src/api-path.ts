import { type ApiVersion, apiVersions, isApiVersion, namesOf, versionForName } from '@almanac/api-versions';
import type { IncomingMessage } from 'node:http';

/** The name of an API in its paths, e.g. `content` in `/ghost/api/<version>/content/…`. */
export type ApiName = 'content' | 'admin';

const versionedPaths: Record<ApiName, RegExp> = {
  content: /^\/+ghost\/+api\/+(\w+)\/+content(?:\/|\?|$)/i,
  admin: /^\/+ghost\/+api\/+(\w+)\/+admin(?:\/|\?|$)/i,
};

const unversionedPaths: Record<ApiName, RegExp> = {
  content: /^\/+ghost\/+api\/+content(?=\/|\?|$)/i,
  admin: /^\/+ghost\/+api\/+admin(?=\/|\?|$)/i,
};

/** The version in the URL of an API; undefined for a URL of another API, and for an unknown version or an alias. */
export function versionInPath(api: ApiName, url: string): ApiVersion | undefined {
  const version = versionedPaths[api].exec(url)?.[1]?.toLowerCase();
  return isApiVersion(version) ? version : undefined;
}

/** Whether the URL belongs to the API: with a version, also an unknown one, or without one. */
export function isInApi(api: ApiName, url: string): boolean {
  return versionedPaths[api].test(url) || isUnversioned(api, url);
}

/** Whether the URL belongs to the API and contains no version, e.g. `/ghost/api/content/posts/`. */
export function isUnversioned(api: ApiName, url: string): boolean {
  return unversionedPaths[api].test(url);
}

/** Replaces an alias of a version in the path by the version that serves it, e.g. `v4` by `v5`. */
function withoutVersionAlias(api: ApiName, url: string): string {
  const name = versionedPaths[api].exec(url)?.[1]?.toLowerCase();
  const version = apiVersions.find((known) => name !== undefined && name !== known && namesOf(known).includes(name));
  return version === undefined ? url : url.replace(/(?<=^\/+ghost\/+api\/+)\w+/i, version);
}

/**
 * Adds a version to a URL without one: the version in the `Accept-Version` header, or the newest version if there is no such header.
 * Replaces an alias of a version in the path by the version.
 * @returns the URL by which the request is routed. It is unchanged if it contains a version that is no alias, also an unknown one, if it
 *   belongs to another API, and if the header names an unknown version, to which the response is 406.
 */
export function withVersionInPath(
  api: ApiName,
  { url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>,
): string {
  if (versionInPath(api, url) !== undefined) return url;
  if (!isUnversioned(api, url)) return withoutVersionAlias(api, url);
  const header = headers['accept-version'];
  const version = versionForName(typeof header === 'string' ? header : undefined);
  return version === undefined ? url : url.replace(unversionedPaths[api], `/ghost/api/${version}/${api}`);
}
