import type { Authentication } from '../authentication/authentication.ts';
import type { ApiError } from '../errors/api-error.ts';
import { isAbort } from '../errors/connection-error.ts';
import { responseError } from '../errors/response-error.ts';
import { isRepeatable, retryDelayMs, wait } from './retries.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 2;

export interface TransportOptions {
  /** Time limit in milliseconds for a request with its retries, until the body is read: 30,000 by default. */
  timeoutMs?: number;
  /** The maximum number of retries of a GET or HEAD request, or a POST request with an `Idempotency-Key`: 2 by default. */
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

  /** @param errorOf converts a response with another status than 2xx to the error that `send` throws */
  constructor(
    private readonly authentication: Authentication,
    { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, fetch = globalThis.fetch }: TransportOptions,
    private readonly errorOf: (response: Response, body: string) => ApiError = responseError,
  ) {
    this.timeoutMs = timeoutMs;
    this.retries = retries;
    // Browsers reject `fetch` if it is called as a method of another object than `globalThis`.
    this.fetch = (request) => fetch(request);
  }

  /**
   * @returns the response; its status is 2xx
   * @throws ApiError when the status of the response is not 2xx
   * @throws the error of `fetch` when no response arrived, or the reason of the aborted signal
   */
  async send(unauthenticatedRequest: Request): Promise<Response> {
    const signal = AbortSignal.any([unauthenticatedRequest.signal, AbortSignal.timeout(this.timeoutMs)]);
    for (let attempt = 1; ; attempt++) {
      // A body can be sent once, so each attempt of a repeatable request gets a copy.
      const copy = isRepeatable(unauthenticatedRequest) ? unauthenticatedRequest.clone() : unauthenticatedRequest;
      const request = await this.authentication.authenticate(new Request(copy, { signal }));
      const outcome = await this.attempt(request);
      const response = 'response' in outcome ? outcome.response : undefined;
      if (response) this.authentication.observe(response);
      if (response?.ok) return response;
      const delayMs = this.canRetry(unauthenticatedRequest, attempt, outcome)
        ? retryDelayMs(attempt, response)
        : undefined;
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
