/**
 * No complete response arrived because the network failed or the browser blocked the request, or the body of a successful response was
 * not JSON, e.g. an html page of a proxy. `cause` is the error of `fetch`, of an upload by XMLHttpRequest, or of the JSON parser.
 */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** The request took longer than its time limit. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

const nameOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;

/** Whether the error is an `AbortError`, the default reason of an `AbortSignal`. */
export const isAbort = (error: unknown): boolean => nameOf(error) === 'AbortError';

/**
 * Converts the errors of `fetch`, of an upload by XMLHttpRequest and of reading a response to a `TimeoutError` or `ConnectionError`.
 * Returns all others unchanged.
 * @param signal the signal of the caller. If it is aborted, the function returns its reason, whatever `error` is.
 */
export function toClientError(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (nameOf(error) === 'TimeoutError' && !(error instanceof TimeoutError))
    return new TimeoutError('The time limit of the request has passed.', { cause: error });
  // The platform throws a TypeError if no response arrives, or if the connection breaks within the body; `sendWithProgress` does the same.
  if (nameOf(error) === 'TypeError') return new ConnectionError('The service could not be reached.', { cause: error });
  if (nameOf(error) === 'SyntaxError') return new ConnectionError('The response is not JSON.', { cause: error });
  return error;
}
