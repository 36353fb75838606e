import type { Authentication } from './authentication.ts';

/** Adds the content key to the query string and, for a signed-in member, the member's identity token to the headers. */
export class ContentKeyAuthentication implements Authentication {
  constructor(
    private readonly key: string | undefined,
    private readonly memberToken?: () => string | undefined | Promise<string | undefined>,
  ) {}

  async authenticate(request: Request): Promise<Request> {
    const url = new URL(request.url);
    if (this.key !== undefined) url.searchParams.set('key', this.key);
    const authenticated = new Request(url, request);
    const token = await this.memberToken?.();
    if (token) authenticated.headers.set('authorization', `GhostMembers ${token}`);
    return authenticated;
  }

  observe(): void {
    // The credentials do not depend on responses.
  }
}
