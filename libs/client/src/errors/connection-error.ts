/** No complete response arrived: the network failed, or the browser refused the request. `cause` is the error of `fetch`. */
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

/** Converts the errors of `fetch` to a `TimeoutError` or `ConnectionError`; returns all others unchanged. */
export function toClientError(error: unknown): unknown {
  if (nameOf(error) === 'TimeoutError' && !(error instanceof TimeoutError))
    return new TimeoutError('The time limit of the request has passed.', { cause: error });
  // fetch rejects with a TypeError when there is no response, and when the connection breaks within the body.
  if (nameOf(error) === 'TypeError') return new ConnectionError('The service could not be reached.', { cause: error });
  return error;
}
