import type { Invite } from '@almanac/entities';
import type { Resource } from '../resource';
import { ascending, columnsOf, filterTargets, orderTargets, selectColumns } from './columns';

/** An invitation without the digest of its token. */
export type InviteRow = Omit<Invite, 'tokenDigest' | 'role'>;

const inviteColumns = columnsOf({
  ignoringCase: ['email'],
  others: ['id', 'role_id', 'status'],
  instants: ['expires_at', 'created_at', 'updated_at'],
});

/** The invitations that were not accepted, including expired invitations, for staff, in the order of their ids. */
export const adminInvitesResource: Resource<InviteRow> = {
  key: 'invites',
  table: 'publishing.invites',
  scope: 'true',
  columns: () => selectColumns(inviteColumns),
  filters: new Map(filterTargets(inviteColumns)),
  orders: new Map(orderTargets(inviteColumns)),
  defaultOrder: () => [ascending('id')],
  relations: new Map(),
  notFoundMessage: 'Invite not found.',
};
