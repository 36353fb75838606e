import { AdminKeyAuthentication } from './authentication/admin-key.ts';
import { StaffSessionAuthentication } from './authentication/staff-session.ts';
import type { paths as canaryPaths } from './generated/admin-canary.ts';
import type { paths as v5Paths } from './generated/admin-v5.ts';
import { ApiClient } from './transport/api-client.ts';
import type { TransportOptions } from './transport/transport.ts';

/** The OpenAPI types of the paths of the Admin API, by API version. */
export interface AdminPaths {
  canary: canaryPaths;
  v5: v5Paths;
}

export interface AdminClientOptions<Version extends keyof AdminPaths> extends TransportOptions {
  /** URL of the Admin API without `/ghost/api`, e.g. `https://admin.example.com`. */
  url: string;
  /** The API version: `canary` by default. */
  version?: Version;
  /** The admin key of an integration, `<id>:<secret>`. Without a key, the client uses the session of a user of the site; see `signIn`. */
  key?: string;
}

/** A client for the Admin API. It authenticates with an admin key, or with the session that `signIn` opens. */
export class AdminClient<Version extends keyof AdminPaths = 'canary'> extends ApiClient<AdminPaths[Version]> {
  private readonly sessionClient: ApiClient<canaryPaths>;

  constructor({ url, version, key, ...transport }: AdminClientOptions<Version>) {
    const apiVersion = version ?? 'canary';
    const baseUrl = `${url.replace(/\/+$/, '')}/ghost/api/${apiVersion}/admin`;
    const authentication = key
      ? new AdminKeyAuthentication(key, `/${apiVersion}/admin/`)
      : new StaffSessionAuthentication(new URL(url).origin);
    const options = { ...transport, baseUrl, authentication };
    super(options);
    // The paths have the types of canary, because requests to `/session/` are the same in all versions.
    this.sessionClient = new ApiClient(options);
  }

  /**
   * Opens a session of a user of the site. A browser stores the session cookie; in Node.js this client stores it. A client with a key
   * ignores the session.
   * @throws UnauthorizedError when the e-mail address or the password is wrong
   * @throws BadRequestError or NoPermissionError when the host of `url` is not that of `ADMIN_URL`, where staff sign in (unless
   *   `SINGLE_ORIGIN` is true)
   * @throws TooManyRequestsError after too many attempts
   */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.sessionClient.post('/session/', { body: { username: email, password }, parseAs: 'text' });
  }

  /** Ends the session that `signIn` opened. */
  async signOut(): Promise<void> {
    await this.sessionClient.delete('/session/');
  }
}
