import { NoPermissionError, UnauthorizedError } from '@almanac/client';
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { admin, type AdminSchemas } from './admin.ts';
import { type Role, ROLES } from './roles.ts';

export type CurrentUser = AdminSchemas['User'] & { role: Role };

/** The user's role with the most permissions. If the Console knows none of the user's roles: `Contributor`, which has the fewest. */
function roleOf({ roles = [] }: AdminSchemas['User']): Role {
  return ROLES.find((name) => roles.some((role) => role.name === name)) ?? 'Contributor';
}

/** Whether the error of a request means that there is no session. Only for requests that every signed-in user may send. */
const meansNoSession = (error: unknown): boolean =>
  error instanceof UnauthorizedError || error instanceof NoPermissionError;

/** @returns the signed-in user; null without a session */
export async function readCurrentUser({ signal }: { signal?: AbortSignal } = {}): Promise<CurrentUser | null> {
  try {
    const params = { path: { id: 'me' }, query: { include: 'roles' } };
    const { users } = await admin.get('/users/{id}/', { params, signal });
    const user = users[0];
    return user ? { ...user, role: roleOf(user) } : null;
  } catch (error) {
    if (meansNoSession(error)) return null;
    throw error;
  }
}

/** The sign-in screen, for links that load the page again. */
export const SIGN_IN_URL = '/console/signin';

/** The query ignores its abort signal: an unmounted component must not cancel a request for which routes wait. */
export const currentUserQuery = queryOptions({ queryKey: ['me'], queryFn: () => readCurrentUser(), staleTime: 60_000 });

/** The user for whom the shell shows its screens. It stays when the session ends, until the user has signed in again. */
export const ShellUser = createContext<CurrentUser | null>(null);

/**
 * The user of the shell, for components inside it.
 * @throws Error outside the shell
 */
export function useCurrentUser(): CurrentUser {
  const user = useContext(ShellUser);
  if (!user) throw new Error('The screen needs a signed-in user.');
  return user;
}

/**
 * The user who was signed in when the component was mounted. For the editor, which stays open when the session ends.
 * @throws Error without a session at the mount
 */
export function useUserAtMount(): CurrentUser {
  const { data } = useSuspenseQuery(currentUserQuery);
  const [user] = useState(data);
  if (!user) throw new Error('The screen needs a signed-in user.');
  return user;
}

export function useSignIn() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { email: string; password: string }) => admin.signIn(input),
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 });
      // Refetches the failed queries, because screens that stayed open when the session ended still show their errors.
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
    },
  });
}

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () =>
      admin.signOut().catch((error: unknown) => {
        // Without a session, the user is already signed out.
        if (!meansNoSession(error)) throw error;
      }),
    onSuccess: () => {
      queryClient.clear();
      window.location.assign(SIGN_IN_URL);
    },
  });
}
