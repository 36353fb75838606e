import { ContentKeyAuthentication } from './authentication/content-key.ts';
import type { paths as canaryPaths } from './generated/content-canary.ts';
import type { paths as v5Paths } from './generated/content-v5.ts';
import { ApiClient } from './transport/api-client.ts';
import type { TransportOptions } from './transport/transport.ts';

/** The OpenAPI types of the paths of the Content API, by API version. */
export interface ContentPaths {
  canary: canaryPaths;
  v5: v5Paths;
}

export interface ContentClientOptions<Version extends keyof ContentPaths> extends TransportOptions {
  /** URL of the Content API without `/ghost/api`, e.g. `https://example.com`. */
  url: string;
  /** The content key of an integration. It need not be secret. Requests for previews need no key, but the token of a preview link. */
  key?: string;
  /** The API version: `canary` by default. */
  version?: Version;
  /** Returns the identity token of the signed-in member, if any. Called before each request. */
  memberToken?: () => string | undefined | Promise<string | undefined>;
}

/** A client for the Content API. */
export class ContentClient<Version extends keyof ContentPaths = 'canary'> extends ApiClient<ContentPaths[Version]> {
  constructor({ url, key, version, memberToken, ...transport }: ContentClientOptions<Version>) {
    super({
      ...transport,
      baseUrl: `${url.replace(/\/+$/, '')}/ghost/api/${version ?? 'canary'}/content`,
      authentication: new ContentKeyAuthentication(key, memberToken),
    });
  }
}
