import { ApiError, ConnectionError, NoPermissionError } from '@almanac/client';
import { keepPreviousData, MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';

const STALE_AFTER_MS = 10_000;

/**
 * Does not retry, because the API clients (libs/client) already retry failed requests that are safe to repeat.
 * Without a network connection, requests fail. By default, TanStack Query delays them until the connection is back: a query would not
 * settle, and a mutation would run although the user has closed its dialog. Failed queries on the screen are refetched when the connection
 * is back: this is the default of `offlineFirst`, but not of `always`.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: refetchUserAfterRefusal, onSuccess: discardDataOfOtherUser }),
  mutationCache: new MutationCache({ onError: refetchUserAfterRefusal }),
  defaultOptions: {
    queries: { retry: false, staleTime: STALE_AFTER_MS, networkMode: 'offlineFirst' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Options of a query that shows the result of the previous key until the result of the new key arrives, e.g. when a filter changes. */
export const KEEP_PREVIOUS_RESULT = { placeholderData: keepPreviousData } as const;

/** A 403 can mean that the session has ended. So the user is read again; without a user, the shell shows a sign-in dialog. */
function refetchUserAfterRefusal(error: Error): void {
  // The query of the user itself does not fail with this error: its result is null without a session.
  if (error instanceof NoPermissionError) void queryClient.invalidateQueries({ queryKey: ['me'] });
}

let lastUserId: unknown;

/** If another user has signed in without a reload: removes the unused data of the previous user, and refetches the data on the screen. */
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

/** Whether the server was not reached, or is unavailable (503), so that the same request may succeed later. */
export const isConnectionProblem = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status === 503);
