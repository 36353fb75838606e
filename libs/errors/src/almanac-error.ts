/** Details of an error besides its message. The client receives all of them but `cause`. */
export interface ErrorDetails {
  /** The technical cause in one sentence; the Admin API shows it as `context`. */
  context?: string;
  /** The invalid property of the input. */
  property?: string;
  /** How the client can avoid the error. */
  help?: string;
  /** Structured details, for example a list of schema failures. */
  details?: unknown;
  /** A more specific code than that of the class, which clients of Ghost know, for example `INVALID_JWT`. */
  code?: string;
  /** Seconds until a retry makes sense. */
  retryAfterSeconds?: number;
  /** The underlying error, for the log only. */
  cause?: unknown;
}

/**
 * Base class of the catalogue: all errors that clients see extend it. `code` is stable and UPPER_SNAKE, `status` is the HTTP
 * status, `type` the name that clients of the Ghost API know.
 */
export abstract class AlmanacError extends Error {
  abstract readonly code: string;
  abstract readonly status: number;
  abstract readonly type: string;

  readonly context?: string;
  readonly property?: string;
  readonly help?: string;
  readonly details?: unknown;
  /** The `code` of the details. Responses of the Ghost APIs show only this code, never the `code` of the class. */
  readonly specificCode?: string;
  readonly retryAfterSeconds?: number;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.context = details.context;
    this.property = details.property;
    this.help = details.help;
    this.details = details.details;
    this.specificCode = details.code;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
