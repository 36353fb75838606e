import type { Authentication } from '../authentication/authentication.ts';
import type { ApiError } from '../errors/api-error.ts';
import { isAbort } from '../errors/connection-error.ts';
import { responseError } from '../errors/response-error.ts';
import { isRepeatable, retryDelayMs, wait } from './retries.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;

export interface TransportOptions {
  /** Time limit of a request with its retries and its body, in milliseconds: 30,000 by default. */
  timeoutMs?: number;
  /** How often a request that reads, or that has an `Idempotency-Key`, is repeated after a failure: 2 by default. */
  retries?: number;
  /** Sends the requests instead of the platform's `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** The response to an attempt, or the error of `fetch`. */
type Outcome = { response: Response } | { error: unknown };

/** Authenticates requests, limits their time, and repeats them after failures if that is safe. */
export class Transport {
  private readonly timeoutMs: number;
  private readonly retries: number;
  private readonly fetch: (request: Request) => Promise<Response>;

  /** @param errorOf converts a response that is not 2xx, with its body, to the error to throw */
  constructor(
    private readonly authentication: Authentication,
    { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, fetch = globalThis.fetch }: TransportOptions,
    private readonly errorOf: (response: Response, body: string) => ApiError = responseError,
  ) {
    this.timeoutMs = timeoutMs;
    this.retries = retries;
    // Browsers reject `fetch` as a method of another object.
    this.fetch = (request) => fetch(request);
  }

  /**
   * @returns the response; its status is 2xx
   * @throws ApiError when the service responded with an error
   * @throws the error of `fetch` when no response arrived, or the reason of an aborted signal
   */
  async send(unauthenticated: Request): Promise<Response> {
    const signal = AbortSignal.any([unauthenticated.signal, AbortSignal.timeout(this.timeoutMs)]);
    for (let attempt = 1; ; attempt++) {
      // A body can be sent once, so each attempt of a repeatable request gets a copy.
      const copy = isRepeatable(unauthenticated) ? unauthenticated.clone() : unauthenticated;
      const request = await this.authentication.authenticate(new Request(copy, { signal }));
      const outcome = await this.attempt(request);
      const response = 'response' in outcome ? outcome.response : undefined;
      if (response) this.authentication.observe(response);
      if (response?.ok) return response;
      const delayMs = this.canRetry(unauthenticated, attempt, outcome) ? retryDelayMs(attempt, response) : undefined;
      if (delayMs === undefined) return this.throwErrorOf(outcome);
      await response?.body?.cancel();
      await wait(delayMs, signal);
    }
  }

  private attempt(request: Request): Promise<Outcome> {
    return this.fetch(request).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    );
  }

  private canRetry(request: Request, attempts: number, outcome: Outcome): boolean {
    const isAborted = 'error' in outcome && (isAbort(outcome.error) || request.signal.aborted);
    return attempts <= this.retries && isRepeatable(request) && !isAborted;
  }

  private async throwErrorOf(outcome: Outcome): Promise<never> {
    if ('error' in outcome) throw outcome.error;
    throw this.errorOf(outcome.response, await outcome.response.text());
  }
}
