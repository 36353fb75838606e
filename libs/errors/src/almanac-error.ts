/** What an error may tell besides its message; everything here reaches the client, so nothing internal belongs in it. */
export interface ErrorDetails {
  /** The technical cause in one sentence; the Admin API shows it as `context`. */
  context?: string;
  /** The input property that is wrong. */
  property?: string;
  /** What the caller can do about it. */
  help?: string;
  /** Structured details, e.g. a list of schema failures. */
  details?: unknown;
  /** Overrides the class's code where clients know a narrower one, e.g. `INVALID_JWT`. */
  code?: string;
  /** Seconds until a retry makes sense. */
  retryAfterSeconds?: number;
  /** The underlying error, for the log only. */
  cause?: unknown;
}

/**
 * Base of the catalogue: every error a caller may see extends it.
 * `code` is stable and UPPER_SNAKE, `status` the HTTP status, `type` the name clients of the Ghost API know it by.
 */
export abstract class AlmanacError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  abstract readonly type: string;

  readonly context?: string;
  readonly property?: string;
  readonly help?: string;
  readonly details?: unknown;
  /** The narrower code given at the throw, if any: the one the Ghost Admin API prints. */
  readonly narrowCode?: string;
  readonly retryAfterSeconds?: number;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.context = details.context;
    this.property = details.property;
    this.help = details.help;
    this.details = details.details;
    this.narrowCode = details.code;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
