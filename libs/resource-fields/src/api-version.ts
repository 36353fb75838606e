/**
 * The API versions from oldest to newest; the last is HEAD, the only one the rest of the code knows. `v5` serves clients of
 * Ghost 4 to 6.
 */
export const apiVersions = ['v2', 'v3', 'v5', 'canary'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** Whether a version of the API has what was added in the version `since`. */
export function isKnownIn(version: ApiVersion, { since }: { readonly since: ApiVersion }): boolean {
  return apiVersions.indexOf(since) <= apiVersions.indexOf(version);
}
