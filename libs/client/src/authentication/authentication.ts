/** Adds credentials to requests. */
export interface Authentication {
  /** The request with the credentials. */
  authenticate(request: Request): Promise<Request>;
  /** Called with each response, also with errors. */
  observe(response: Response): void;
}
