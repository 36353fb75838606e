import { AdminKeyAuthentication } from './authentication/admin-key.ts';
import { StaffSessionAuthentication } from './authentication/staff-session.ts';
import type { paths as canaryPaths } from './generated/admin-canary.ts';
import type { paths as v5Paths } from './generated/admin-v5.ts';
import { ApiClient } from './transport/api-client.ts';
import type { TransportOptions } from './transport/transport.ts';

/** The paths of the Admin API by version. */
export interface AdminPaths {
  canary: canaryPaths;
  v5: v5Paths;
}

export interface AdminClientOptions<Version extends keyof AdminPaths> extends TransportOptions {
  /** URL of the Admin API without `/ghost/api`, e.g. `https://admin.example.com`. */
  url: string;
  /** `canary` by default. */
  version?: Version;
  /** `<id>:<secret>` of an integration. Without it the client uses the session of a member of staff; see `signIn`. */
  key?: string;
}

/** The Admin API. */
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
    // The types of canary: requests to `/session/` are the same in all versions.
    this.sessionClient = new ApiClient(options);
  }

  /**
   * Opens a session. A browser stores the session cookie; in Node this client stores it.
   * @throws UnauthorizedError when the e-mail address or the password is wrong
   * @throws TooManyRequestsError after too many attempts
   */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.sessionClient.post('/session/', { body: { username: email, password }, parseAs: 'text' });
  }

  /** Ends the session. */
  async signOut(): Promise<void> {
    await this.sessionClient.delete('/session/');
  }
}
