/**
 * The API versions from oldest to newest; services know the last one, canary, only. `v5` serves clients of
 * Ghost 4 to 6.
 */
export const apiVersions = ['v2', 'v3', 'v5', 'canary'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** Whether an API version has an addition of the version `since`. */
export function isKnownIn(version: ApiVersion, { since }: { readonly since: ApiVersion }): boolean {
  return apiVersions.indexOf(since) <= apiVersions.indexOf(version);
}
