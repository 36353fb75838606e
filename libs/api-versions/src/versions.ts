/** The API versions from oldest to newest; the last is HEAD, the only one the rest of the code knows. */
export const apiVersions = ['v2', 'v3', 'canary'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** The version a webhook gets when it does not say one, and the one Ghost 3 clients expect by default. */
export const DEFAULT_API_VERSION: ApiVersion = 'v3';

/** What an unversioned path is answered as when no `Accept-Version` header says otherwise. */
const UNVERSIONED_API_VERSION: ApiVersion = 'canary';

/**
 * The versions from the given one on, for a controller whose routes appeared there.
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

/** Whether a word from a path or a row names a version. */
export function isApiVersion(value: unknown): value is ApiVersion {
  return apiVersions.some((version) => version === value);
}

/**
 * Reads an `Accept-Version` header as newer official clients send it (`v3.0`, `v2.37`, `canary`).
 * @returns the version it names; HEAD when absent; undefined when it names none that is served
 */
export function versionFromHeader(header: string | undefined): ApiVersion | undefined {
  if (header === undefined || header === '') return UNVERSIONED_API_VERSION;
  const name = /^(v\d+)(\.\d+)*$/.exec(header.trim())?.[1] ?? header.trim();
  return isApiVersion(name) ? name : undefined;
}

/** The `Content-Version` header of an answer: the version with its minor, as Ghost prints it. */
export function contentVersion(version: ApiVersion): string {
  return version === 'canary' ? 'v3.0' : `${version}.0`;
}
