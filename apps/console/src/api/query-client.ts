import { ApiError, ConnectionError, NoPermissionError } from '@almanac/client';
import { keepPreviousData, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';

const STALE_AFTER_MS = 10_000;

/** Does not retry: the API client (libs/client) already repeats failed requests that are safe to repeat. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refetchUserAfterRefusal, onSuccess: discardDataOfOtherUser }),
  defaultOptions: { queries: { retry: false, staleTime: STALE_AFTER_MS }, mutations: { retry: false } },
});

/**
 * Options of a query that shows the result for the previous key until it has that for the present key, e.g. when a filter changes.
 * Without a connection its requests fail. By default they would wait for the connection, and until then, the result for the previous
 * key would look like that for the present one.
 */
export const PREVIOUS_WHILE_LOADING = { placeholderData: keepPreviousData, networkMode: 'offlineFirst' } as const;

/** A 403 can mean that the session has ended: after the refetch, the shell shows the sign-in screen if there is no user. */
function refetchUserAfterRefusal(error: Error, query: { queryKey: QueryKey }): void {
  if (error instanceof NoPermissionError && query.queryKey[0] !== 'me')
    void queryClient.invalidateQueries({ queryKey: ['me'] });
}

let lastUserId: unknown;

/** Discards the data of the previous user if another user has signed in without a reload of the page. */
function discardDataOfOtherUser(user: unknown, { queryKey }: { queryKey: QueryKey }): void {
  if (queryKey[0] !== 'me' || typeof user !== 'object' || user === null || !('id' in user)) return;
  const isOtherUser = lastUserId !== undefined && lastUserId !== user.id;
  lastUserId = user.id;
  if (!isOtherUser) return;
  // `me` already contains the new user, and `config` is the same for all users.
  const dependsOnUser = ({ queryKey: [name] }: { queryKey: QueryKey }): boolean => name !== 'me' && name !== 'config';
  queryClient.removeQueries({ type: 'inactive', predicate: dependsOnUser });
  void queryClient.invalidateQueries({ predicate: dependsOnUser });
}

/** Whether the server was not reached or is unavailable, so that the same request may succeed later. */
export const isConnectionProblem = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status === 503);
