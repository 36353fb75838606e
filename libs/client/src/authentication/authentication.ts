/** Adds credentials to requests. */
export interface Authentication {
  /** @returns the request with the credentials; it can be the same object, changed */
  authenticate(request: Request): Promise<Request>;
  /** Called with each response, also if its status is an error. */
  observe(response: Response): void;
}
