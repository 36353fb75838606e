import type { Authentication } from '../authentication/authentication.ts';

/** Sends the hash of the session as a bearer token. */
export class CalendarSession implements Authentication {
  hash?: string;

  async authenticate(request: Request): Promise<Request> {
    if (this.hash) request.headers.set('authorization', `Bearer ${this.hash}`);
    return request;
  }

  observe(): void {
    // Responses do not change the session.
  }
}
