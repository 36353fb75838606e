import { type ApiVersion, apiVersions } from '@almanac/resource-fields';

export { type ApiVersion, apiVersions };

/** The version of a webhook that names none; Ghost 3 clients expect it. */
export const DEFAULT_API_VERSION: ApiVersion = 'v3';

/** The version of an unversioned path without an `Accept-Version` header. */
const UNVERSIONED_API_VERSION: ApiVersion = 'canary';

/**
 * The versions from the given one on, for a controller whose routes are new there.
 * @param version the oldest version that has the route
 */
export function from(version: ApiVersion): ApiVersion[] {
  return apiVersions.slice(apiVersions.indexOf(version));
}

/**
 * Exactly the given versions, for a route that later versions dropped or changed.
 * @param versions the versions that have the route
 */
export function only(...versions: ApiVersion[]): ApiVersion[] {
  return versions;
}

/** Whether a value names a version. */
export function isApiVersion(value: unknown): value is ApiVersion {
  return apiVersions.some((version) => version === value);
}

/**
 * Reads an `Accept-Version` header of newer official clients (`v3.0`, `v2.37`, `canary`).
 * @returns the named version; HEAD when the header is absent; undefined for a version that does not exist
 */
export function versionFromHeader(header: string | undefined): ApiVersion | undefined {
  if (header === undefined || header === '') return UNVERSIONED_API_VERSION;
  const name = /^(v\d+)(\.\d+)*$/.exec(header.trim())?.[1] ?? header.trim();
  return isApiVersion(name) ? name : undefined;
}

/** The `Content-Version` header of a response: the version with its minor, as Ghost writes it. */
export function contentVersion(version: ApiVersion): string {
  return version === 'canary' ? 'v3.0' : `${version}.0`;
}
