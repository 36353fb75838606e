import type { Authentication } from '../authentication/authentication.ts';

/** Authenticates by the session of a calendar user: sends the session's hash, if there is one, as a bearer token. */
export class CalendarSession implements Authentication {
  /** Undefined without a session. */
  hash?: string;

  async authenticate(request: Request): Promise<Request> {
    if (this.hash) request.headers.set('authorization', `Bearer ${this.hash}`);
    return request;
  }

  observe(): void {
    // Responses do not change the session.
  }
}
