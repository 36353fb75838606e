import { ApiError, ConnectionError, NoPermissionError } from '@almanac/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';

const STALE_AFTER_MS = 10_000;

/** Does not retry: the API client (libs/client) already repeats failed requests that are safe to repeat. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refetchUserAfterRefusal }),
  defaultOptions: { queries: { retry: false, staleTime: STALE_AFTER_MS }, mutations: { retry: false } },
});

/** A 403 can mean that the session has ended: after the refetch, the shell shows the sign-in screen if there is no user. */
function refetchUserAfterRefusal(error: Error, query: { queryKey: readonly unknown[] }): void {
  if (error instanceof NoPermissionError && query.queryKey[0] !== 'me')
    void queryClient.invalidateQueries({ queryKey: ['me'] });
}

/** Whether the server was not reached or is unavailable, so that the same request may succeed later. */
export const isConnectionProblem = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status === 503);
