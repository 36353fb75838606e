import type { Authentication } from './authentication.ts';

const COOKIE = /^(ghost-admin-api-session=[^;]*)/;

/** The `Set-Cookie` header of the session; undefined in a browser, which hides that header and stores the cookie itself. */
const setCookieOf = ({ headers }: Response): string | undefined =>
  headers.getSetCookie?.().find((cookie) => COOKIE.test(cookie));

/**
 * Authenticates staff by the session cookie. A browser stores and sends the cookie; in Node this object does. The service accepts
 * the cookie only with the `Origin` of the sign-in, so each request has that header.
 */
export class StaffSessionAuthentication implements Authentication {
  private cookie?: string;

  constructor(private readonly origin: string) {}

  async authenticate(request: Request): Promise<Request> {
    const authenticated = new Request(request, { credentials: 'include' });
    // Browsers ignore both headers and send their own.
    authenticated.headers.set('origin', this.origin);
    if (this.cookie) authenticated.headers.set('cookie', this.cookie);
    return authenticated;
  }

  observe(response: Response): void {
    const cookie = COOKIE.exec(setCookieOf(response) ?? '')?.[1];
    if (cookie) this.cookie = cookie;
  }
}
