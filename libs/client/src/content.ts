import { ContentKeyAuthentication } from './authentication/content-key.ts';
import type { paths as canaryPaths } from './generated/content-canary.ts';
import type { paths as v5Paths } from './generated/content-v5.ts';
import { ApiClient } from './transport/api-client.ts';
import type { TransportOptions } from './transport/transport.ts';

/** The paths of the Content API by version. */
export interface ContentPaths {
  canary: canaryPaths;
  v5: v5Paths;
}

export interface ContentClientOptions<Version extends keyof ContentPaths> extends TransportOptions {
  /** URL of the Content API without `/ghost/api`, e.g. `https://example.com`. */
  url: string;
  /** The content key of an integration; it may be public. Optional, because previews need the token of their link instead. */
  key?: string;
  /** `canary` by default. */
  version?: Version;
  /** Returns the identity token of the signed-in member, if any. Called before each request. */
  memberToken?: () => string | undefined | Promise<string | undefined>;
}

/** The Content API. */
export class ContentClient<Version extends keyof ContentPaths = 'canary'> extends ApiClient<ContentPaths[Version]> {
  constructor({ url, key, version, memberToken, ...transport }: ContentClientOptions<Version>) {
    super({
      ...transport,
      baseUrl: `${url.replace(/\/+$/, '')}/ghost/api/${version ?? 'canary'}/content`,
      authentication: new ContentKeyAuthentication(key, memberToken),
    });
  }
}
