import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { admin, type AdminSchemas } from '../../api/admin.ts';
import { hasFields } from '../../api/changed-fields.ts';
import type { StaffMember } from './staff-permissions.ts';

export type Invite = AdminSchemas['Invite'];

export const staffQuery = queryOptions({
  queryKey: ['users', 'staff'],
  queryFn: async ({ signal }): Promise<StaffMember[]> => {
    const query = { limit: 'all' as const, include: 'roles', order: 'name asc' };
    return (await admin.get('/users/', { params: { query }, signal })).users;
  },
});

/**
 * A staff user by slug. The result is not cached after the screen has closed, because the form copies the values when it opens, and
 * would copy old values. When the slug of the user has changed, the previous result is shown until the new one arrives.
 */
export const staffMemberQuery = (slug: string) =>
  queryOptions({
    queryKey: ['users', 'slug', slug],
    queryFn: async ({ signal }): Promise<StaffMember | null> => {
      const params = { path: { slug }, query: { include: 'roles,count.posts' } };
      return (await admin.get('/users/slug/{slug}/', { params, signal })).users[0] ?? null;
    },
    placeholderData: (previous) => (previous?.slug === slug ? previous : undefined),
    gcTime: 0,
  });

/** Returns the function that adds saved fields to the cached user. @param slug from before the change, as in the key of the query */
export function useStoreSaved(slug: string): (saved: StaffMember) => void {
  const cache = useQueryClient();
  return (saved) => cache.setQueryData(staffMemberQuery(slug).queryKey, (member) => member && { ...member, ...saved });
}

export const invitesQuery = queryOptions({
  queryKey: ['invites'],
  queryFn: async ({ signal }): Promise<Invite[]> => {
    const query = { limit: 'all' as const };
    return (await admin.get('/invites/', { params: { query }, signal })).invites;
  },
});

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await admin.get('/roles/', { signal })).roles,
  staleTime: Infinity,
});

/**
 * A mutation of staff users or invitations.
 * @param changedKeys prefixes of query keys; the queries are refetched after a success
 */
function useStaffMutation<Input, Result>(
  mutationFn: (input: Input) => Promise<Result>,
  changedKeys: readonly string[][] = [['users'], ['invites'], ['me']],
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => {
      for (const queryKey of changedKeys) void cache.invalidateQueries({ queryKey });
    },
  });
}

/** An invitation replaces an earlier invitation to the same address. */
const sendInvite = (invite: { email: string; role_id: string }) =>
  admin.post('/invites/', { body: { invites: [invite] } });

/** Invites a person. `roleName` is the role that they get. */
export const useInvite = () => {
  const cache = useQueryClient();
  return useStaffMutation(async ({ email, roleName }: { email: string; roleName: string }) => {
    const roles = await cache.ensureQueryData(rolesQuery);
    return sendInvite({ email, role_id: roles.find(({ name }) => name === roleName)?.id ?? '' });
  });
};

/** Sends an invitation again. */
export const useResendInvite = () => useStaffMutation(sendInvite);

export const useRevokeInvite = () =>
  useStaffMutation((id: string) => admin.delete('/invites/{id}/', { params: { path: { id } } }));

/** Changes the given fields of a user. */
export const useEditStaff = (id: string) =>
  useStaffMutation(async (user: AdminSchemas['UserInput']): Promise<StaffMember | undefined> => {
    if (!hasFields(user)) return undefined;
    const { users } = await admin.put('/users/{id}/', { params: { path: { id } }, body: { users: [user] } });
    return users[0];
  });

/** Deletes a user. The input of the mutation is whether the posts and pages whose first author is the user are deleted, too. */
export const useDeleteStaff = (id: string) =>
  useStaffMutation(
    (deletePosts: boolean) =>
      admin.delete('/users/{id}/', { params: { path: { id }, query: { delete_posts: deletePosts } } }),
    // The query of the deleted user is not refetched: the response would be 404.
    [['users', 'staff'], ['users', 'names'], ['posts'], ['pages'], ['calendar'], ['tags']],
  );

export const useTransferOwnership = () =>
  useStaffMutation((id: string) => admin.put('/users/owner/', { body: { owner: [{ id }] } }));

/** Mails a link for a new password. The response is the same for an unknown address, so that it does not reveal accounts. */
export const useMailReset = () =>
  useMutation({
    mutationFn: (email: string) =>
      admin.post('/authentication/passwordreset/', { body: { passwordreset: [{ email }] } }),
  });

/** Sets the password of another user. The server ends all sessions of that user, and unlocks a locked user. */
export const useSetPassword = (id: string) =>
  // `ne2Password` is the repeated password, as in Ghost.
  useStaffMutation((password: string) =>
    admin.put('/users/password/', {
      body: { password: [{ user_id: id, newPassword: password, ne2Password: password }] },
    }),
  );

export interface Passwords {
  oldPassword: string;
  newPassword: string;
}

/** Changes the password of the signed-in user. The server ends all sessions of the user, and opens a new one for this browser. */
export const useChangePassword = (id: string) =>
  useMutation({
    mutationFn: ({ oldPassword, newPassword }: Passwords) =>
      admin.put('/users/password/', {
        body: { password: [{ user_id: id, oldPassword, newPassword, ne2Password: newPassword }] },
      }),
  });
