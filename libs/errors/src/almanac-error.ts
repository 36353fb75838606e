/** Details of an error besides its message. A response contains the details for which its format has a key, but never `cause`. */
export interface ErrorDetails {
  /** The technical cause in one sentence; part of `context` in the responses of the Ghost APIs. */
  context?: string;
  /** The invalid property of the input. */
  property?: string;
  /** How the client can avoid the error. */
  help?: string;
  /** Structured details, for example a list of schema failures. */
  details?: unknown;
  /** A code for clients, for example `INVALID_JWT`. It is usually more specific than the code of the error class. */
  code?: string;
  /** Seconds until a retry can succeed; the value of the response header `Retry-After`. */
  retryAfterSeconds?: number;
  /** The underlying error, for the log only. */
  cause?: unknown;
}

/** The base class of the errors in `catalogue.ts`. Responses may contain their messages. */
export abstract class AlmanacError extends Error {
  /** Stable, in UPPER_SNAKE case. Responses of the Ghost APIs contain `specificCode` instead. */
  abstract readonly code: string;
  /** The HTTP status. */
  abstract readonly status: number;
  /** The name of the error class in Ghost, which responses of the Ghost APIs contain. */
  abstract readonly type: string;

  readonly context?: string;
  readonly property?: string;
  readonly help?: string;
  readonly details?: unknown;
  /** The `code` in the {@link ErrorDetails}. */
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
