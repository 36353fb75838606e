/** The API versions from oldest to newest. `canary` is the version of the data model. `v5` is for clients of Ghost 4 to 6. */
export const apiVersions = ['v2', 'v3', 'v5', 'canary'] as const;
export type ApiVersion = (typeof apiVersions)[number];

/** Whether an API version has a field or another addition. @param since the oldest version that has the addition */
export function isKnownIn(version: ApiVersion, { since }: { readonly since: ApiVersion }): boolean {
  return apiVersions.indexOf(since) <= apiVersions.indexOf(version);
}
