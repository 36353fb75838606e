/**
 * No complete response of the service arrived: the network failed, the browser refused the request, or a successful response was not
 * JSON, e.g. an html page of a proxy. `cause` is the error of `fetch`, of the upload or of the JSON parser.
 */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** The time limit of the request has passed. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

const nameOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;

/** Whether the error is an `AbortError`: the default reason of an aborted signal. */
export const isAbort = (error: unknown): boolean => nameOf(error) === 'AbortError';

/**
 * Converts the errors of `fetch` and of parsing a response to a `TimeoutError` or `ConnectionError`; returns all others unchanged.
 * @param signal of the caller. If it is aborted, its reason is returned, whatever its name.
 */
export function toClientError(error: unknown, signal?: AbortSignal): unknown {
  if (signal?.aborted) return signal.reason;
  if (nameOf(error) === 'TimeoutError' && !(error instanceof TimeoutError))
    return new TimeoutError('The time limit of the request has passed.', { cause: error });
  // fetch rejects with a TypeError when there is no response, and when the connection breaks within the body.
  if (nameOf(error) === 'TypeError') return new ConnectionError('The service could not be reached.', { cause: error });
  if (nameOf(error) === 'SyntaxError') return new ConnectionError('The response is not JSON.', { cause: error });
  return error;
}
