import type { Authentication } from './authentication.ts';

const COOKIE = /^(ghost-admin-api-session=[^;]*)/;

/** The `Set-Cookie` header with the session cookie, if there is one. Always undefined in browsers, which hide this header. */
const setCookieOf = ({ headers }: Response): string | undefined =>
  headers.getSetCookie?.().find((cookie) => COOKIE.test(cookie));

/**
 * Authenticates staff by the session cookie. A browser stores and sends the cookie itself; in Node.js this object does so. The service
 * accepts the cookie only in requests with the `Origin` of the sign-in. So each request has the same `Origin`.
 */
export class StaffSessionAuthentication implements Authentication {
  private cookie?: string;

  constructor(private readonly origin: string) {}

  async authenticate(request: Request): Promise<Request> {
    const authenticated = new Request(request, { credentials: 'include' });
    // Browsers ignore both `set` calls, and send their own values.
    authenticated.headers.set('origin', this.origin);
    if (this.cookie) authenticated.headers.set('cookie', this.cookie);
    return authenticated;
  }

  observe(response: Response): void {
    const cookie = COOKIE.exec(setCookieOf(response) ?? '')?.[1];
    if (cookie) this.cookie = cookie;
  }
}
