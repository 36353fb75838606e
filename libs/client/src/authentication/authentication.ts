/** Adds credentials to requests. */
export interface Authentication {
  /** @returns the request with the credentials; it can be `request` itself, changed */
  authenticate(request: Request): Promise<Request>;
  /** Called with each response, also with error responses, so that an authentication can notice e.g. that its session has ended. */
  observe(response: Response): void;
}
