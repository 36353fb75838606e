import { type ApiVersion, apiVersions } from '@almanac/resource-fields';
import { GHOST_5_RELEASE } from './v5/releases';

export { type ApiVersion, apiVersions };

/**
 * The version that the page `/docs` shows first, and in which payloads are rendered for a webhook with an unknown version. It is also the
 * default of the column `webhooks.api_version`, because clients of Ghost 3 name no version and expect v3.
 */
export const DEFAULT_API_VERSION: ApiVersion = 'v3';

/** The version of a request without a version in its path and without an `Accept-Version` header. */
const UNVERSIONED_API_VERSION: ApiVersion = 'canary';

/**
 * The given version and all newer ones, for a controller whose routes came with the given version.
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

/** Other names of a version in paths and tokens: v5 also serves clients of Ghost 4. */
const aliases: Partial<Record<ApiVersion, readonly string[]>> = { v5: ['v4'] };

/** Every name that a version has in paths and in the audiences of tokens, e.g. `v5` and `v4`. */
export function namesOf(version: ApiVersion): readonly string[] {
  return [version, ...(aliases[version] ?? [])];
}

/** The version that serves the clients of each major release of Ghost. */
const versionOfMajor: Readonly<Record<string, ApiVersion>> = { v2: 'v2', v3: 'v3', v4: 'v5', v5: 'v5', v6: 'v5' };

/** The accepted values of `Accept-Version`: the major releases of Ghost, to which a minor release may be added, and `canary`. */
export const acceptedVersions: readonly string[] = [...Object.keys(versionOfMajor), UNVERSIONED_API_VERSION];

/**
 * The version that serves clients of a release of Ghost.
 * @param name e.g. `v2.37`, `v5.130` or `canary`: the value of the header `Accept-Version`, which Ghost's newer clients send, or the
 * `api_version` of a webhook
 * @returns canary for an absent or blank name; undefined for a version that does not exist
 */
export function versionForName(name: string | undefined): ApiVersion | undefined {
  const trimmed = name?.trim() ?? '';
  if (trimmed === '') return UNVERSIONED_API_VERSION;
  if (isApiVersion(trimmed)) return trimmed;
  const major = /^(v\d+)(\.\d+)*$/.exec(trimmed)?.[1];
  return major === undefined ? undefined : versionOfMajor[major];
}

/** The value of `Content-Version` for each version. */
const releases: Readonly<Record<ApiVersion, string>> = { v2: 'v2.0', v3: 'v3.0', v5: 'v5.130', canary: 'v3.0' };

/** The value of `Content-Version` in a response: major and minor release, as Ghost writes them. */
export function contentVersion(version: ApiVersion): string {
  return releases[version];
}

/** The versions whose webhooks have the header `Content-Version`. The releases of Ghost that v2 and v3 follow do not send it. */
const versionsWithReleaseInWebhooks: readonly string[] = ['v5', 'canary'] satisfies ApiVersion[];

/** The value of `Content-Version` in the requests of a webhook in the given version; undefined if they do not have the header. */
export function contentVersionOfWebhook(version: string): string | undefined {
  return isApiVersion(version) && versionsWithReleaseInWebhooks.includes(version) ? releases[version] : undefined;
}

const ghost3 = { release: '3.0.3', newestClient: 3 };

/**
 * For each version of the Admin API: the release of Ghost that the error for an unsupported client names (v2 was part of Ghost 3), and the
 * newest major release of clients that it accepts.
 */
const servers: Readonly<Record<ApiVersion, { release: string; newestClient: number }>> = {
  v2: ghost3,
  v3: ghost3,
  v5: { release: GHOST_5_RELEASE, newestClient: 6 },
  canary: ghost3,
};

/** The release of Ghost that the error for an unsupported client names, e.g. `3.0.3`. */
export function serverRelease(version: ApiVersion): string {
  return servers[version].release;
}

/** Whether a version of the Admin API accepts a client that names its release of Ghost (`3.42`) in `X-Ghost-Version`. */
export function acceptsClient(version: ApiVersion, release: string): boolean {
  const major = Number(/^(\d)(\.\d+){0,2}$/.exec(release)?.[1] ?? NaN);
  return major >= 2 && major <= servers[version].newestClient;
}
