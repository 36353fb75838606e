import { NoPermissionError, UnauthorizedError } from '@almanac/client';
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, type Schemas } from './admin.ts';

export type Role = 'Owner' | 'Administrator' | 'Editor' | 'Author' | 'Contributor';
export type CurrentUser = Schemas['User'] & { role: Role };

/** Ordered by their permissions: the role with the most comes first. */
const ROLES: readonly Role[] = ['Owner', 'Administrator', 'Editor', 'Author', 'Contributor'];

/** The role with the most permissions; `Contributor`, which has the fewest, when no role is known. */
function roleOf({ roles = [] }: Schemas['User']): Role {
  return ROLES.find((name) => roles.some((role) => role.name === name)) ?? 'Contributor';
}

/** Whether the error of a request that all staff may send means that there is no session. */
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

/** Ignores the abort signal of the query: an unmounted component must not cancel a request that routes wait for. */
export const currentUserQuery = queryOptions({ queryKey: ['me'], queryFn: () => readCurrentUser(), staleTime: 60_000 });

/** The signed-in user. Only for screens inside the shell, which is shown to signed-in users only. */
export function useCurrentUser(): CurrentUser {
  const { data } = useSuspenseQuery(currentUserQuery);
  if (!data) throw new Error('The screen needs a signed-in user.');
  return data;
}

/** The user who was signed in when the component was mounted. For the editor, which stays open when the session ends. */
export function useUserAtMount(): CurrentUser {
  const { data } = useSuspenseQuery(currentUserQuery);
  const [user] = useState(data);
  if (!user) throw new Error('The screen needs a signed-in user.');
  return user;
}

export function useSignIn() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: { email: string; password: string }) => admin.signIn(input),
    onSuccess: () => cache.fetchQuery({ ...currentUserQuery, staleTime: 0 }),
  });
}

export function useSignOut() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () =>
      admin.signOut().catch((error: unknown) => {
        if (!meansNoSession(error)) throw error;
      }),
    onSuccess: () => {
      cache.clear();
      window.location.assign('/console/signin');
    },
  });
}
