import { ApiError, ConnectionError, NoPermissionError, TimeoutError } from '@almanac/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const STALE_AFTER_MS = 10_000;

/** The client itself repeats requests that may be repeated (libs/client). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveExpiredSession }),
  defaultOptions: { queries: { retry: false, staleTime: STALE_AFTER_MS }, mutations: { retry: false } },
});

/** The session may have ended: the shell reads the user again, and asks to sign in when there is no session. */
function leaveExpiredSession(error: Error, query: { queryKey: readonly unknown[] }): void {
  if (error instanceof NoPermissionError && query.queryKey[0] !== 'me')
    void queryClient.invalidateQueries({ queryKey: ['me'] });
}

/** Whether the server was not reached, so that the same request may succeed later. */
export const isConnectionProblem = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  error instanceof TimeoutError ||
  (error instanceof ApiError && error.status === 503);
