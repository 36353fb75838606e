/** Adds credentials to requests. */
export interface Authentication {
  /** @returns the request with the credentials; it can be `request` itself, changed */
  authenticate(request: Request): Promise<Request>;
  /** Called with each response, also with error responses, so that an authentication can e.g. store a session cookie. */
  observe(response: Response): void;
}
