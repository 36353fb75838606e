import type { Authentication } from '../authentication/authentication.ts';
import { isAbort } from '../errors/connection-error.ts';
import { responseError } from '../errors/response-error.ts';
import { delayBefore, isRepeatable, wait } from './retries.ts';

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

/** The settled outcome of one attempt. */
type Attempt = { response: Response } | { error: unknown };

/** Sends requests: authenticated, with a time limit, repeated when that is safe. */
export class Transport {
  private readonly timeoutMs: number;
  private readonly retries: number;
  private readonly fetch: (request: Request) => Promise<Response>;

  constructor(
    private readonly authentication: Authentication,
    { timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES, fetch = globalThis.fetch }: TransportOptions,
  ) {
    this.timeoutMs = timeoutMs;
    this.retries = retries;
    // Browsers reject `fetch` as a method of another object.
    this.fetch = (request) => fetch(request);
  }

  /**
   * @returns the response; its status is below 400
   * @throws ApiError when the service responded with an error
   * @throws the platform's error when no response arrived or the signal aborted
   */
  async send(unauthenticated: Request): Promise<Response> {
    const signal = AbortSignal.any([unauthenticated.signal, AbortSignal.timeout(this.timeoutMs)]);
    for (let attempt = 1; ; attempt++) {
      const copy = isRepeatable(unauthenticated) ? unauthenticated.clone() : unauthenticated;
      const request = await this.authentication.authenticate(new Request(copy, { signal }));
      const outcome = await this.attempt(request);
      const response = 'response' in outcome ? outcome.response : undefined;
      if (response) this.authentication.observe(response);
      if (response?.ok) return response;
      const delay = this.isRetried(unauthenticated, attempt, outcome) ? delayBefore(attempt, response) : undefined;
      if (delay === undefined) return this.fail(outcome);
      await response?.body?.cancel();
      await wait(delay, signal);
    }
  }

  private attempt(request: Request): Promise<Attempt> {
    return this.fetch(request).then(
      (response) => ({ response }),
      (error: unknown) => ({ error }),
    );
  }

  private isRetried(request: Request, attempt: number, outcome: Attempt): boolean {
    const isAborted = 'error' in outcome && (isAbort(outcome.error) || request.signal.aborted);
    return attempt <= this.retries && isRepeatable(request) && !isAborted;
  }

  private async fail(outcome: Attempt): Promise<never> {
    if ('error' in outcome) throw outcome.error;
    throw responseError(outcome.response, await outcome.response.text());
  }
}
