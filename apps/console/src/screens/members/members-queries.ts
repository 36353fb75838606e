import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { admin, type AdminSchemas } from '../../api/admin.ts';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { allOf, quoteNql } from '../../api/filter.ts';
import { KEEP_PREVIOUS_RESULT } from '../../api/query-client.ts';
import type { MembersSearch } from './members-search.ts';

export type Member = AdminSchemas['Member'];

/** The fields of a member that staff can change. */
export interface MemberDraft {
  email: string;
  name: string | null;
  note: string | null;
  /** Whether the member gets newsletters. */
  subscribed: boolean;
  /** Whether the member has a complimentary plan. */
  comped: boolean;
  /** The names of the labels. The server creates the labels that do not exist. */
  labels: string[];
}

const PAGE_SIZE = 50;
const ORDERS = { oldest: 'created_at asc', email: 'email asc' } as const;
/** In the Admin API, `status:paid` includes members with only a complimentary plan. The plan `paid` of the Console excludes them. */
const PLAN_FILTERS = { free: 'status:free', paid: 'status:paid+status:-comped', comped: 'status:comped' } as const;
const SUBSCRIBED_FILTERS = { yes: 'subscribed:true', no: 'subscribed:false' } as const;

/** One page of the members that match the search parameters. */
export function useMembers({ q, plan, label, subscribed, order, page = 1 }: MembersSearch) {
  const filter = allOf(
    plan && PLAN_FILTERS[plan],
    label && `label:${quoteNql(label)}`,
    subscribed && SUBSCRIBED_FILTERS[subscribed],
  );
  const query = {
    limit: PAGE_SIZE,
    page,
    order: order ? ORDERS[order] : 'created_at desc',
    ...(q && { search: q }),
    ...(filter && { filter }),
  };
  return useQuery({
    queryKey: ['members', 'list', query],
    queryFn: ({ signal }) => admin.get('/members/', { params: { query }, signal }),
    ...KEEP_PREVIOUS_RESULT,
  });
}

/** One member. Not cached after the drawer has closed: the form copies the values when it opens, and would copy cached, old values. */
export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: ['members', 'id', id],
    queryFn: async ({ signal }): Promise<Member | null> =>
      (await admin.get('/members/{id}/', { params: { path: { id } }, signal })).members[0] ?? null,
    gcTime: 0,
  });

export const labelsQuery = queryOptions({
  queryKey: ['labels'],
  queryFn: async ({ signal }) => {
    const query = { limit: 'all' as const, order: 'name asc' };
    return (await admin.get('/labels/', { params: { query }, signal })).labels;
  },
});

/** A mutation of members. When it has ended, the lists of members and labels are refetched. */
export function useMemberMutation<Input, Result>(mutationFn: (input: Input) => Promise<Result>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn,
    // Not `onSuccess`: an import that fails may have stored some members.
    onSettled: () => {
      // The query of the open member is not refetched: the mutation may have deleted the member.
      for (const queryKey of [['members', 'list'], ['labels']]) void cache.invalidateQueries({ queryKey });
    },
  });
}

const labelsNamed = (names: readonly string[]) => names.map((name) => ({ name }));

/**
 * Adds a member, or changes a stored one.
 * @param stored the stored member; undefined to add one. `initial`: the values with which the form opened
 */
export const useSaveMember = (stored: { id: string; initial: MemberDraft } | undefined) =>
  useMemberMutation(async (draft: MemberDraft): Promise<unknown> => {
    if (!stored) {
      return admin.post('/members/', { body: { members: [{ ...draft, labels: labelsNamed(draft.labels) }] } });
    }
    const changes = changedFields(stored.initial, draft);
    if (!hasFields(changes)) return undefined;
    const { labels, ...fields } = changes;
    const member = { ...fields, ...(labels && { labels: labelsNamed(labels) }) };
    return admin.put('/members/{id}/', { params: { path: { id: stored.id } }, body: { members: [member] } });
  });

export const useDeleteMember = () =>
  useMemberMutation((id: string) => admin.delete('/members/{id}/', { params: { path: { id } } }));

/** Creates a link that signs in as the member whose id is given. The link works once, within ten minutes. */
export const useCreateSignInLink = () =>
  useMutation({
    mutationFn: async (id: string): Promise<string> => {
      const { member_signin_urls: links } = await admin.get('/members/{id}/signin_urls/', { params: { path: { id } } });
      return links[0]?.url ?? '';
    },
  });
