import { isNotPayingSql, isPayingSql, type Member, type MemberSubscription } from '@almanac/entities';
import {
  filterableFields,
  memberDefinition,
  memberSubscriptionDefinition,
  orderableFields,
  selectedFields,
  subscriptionCodec,
} from '@almanac/resource-fields';
import type { FilterTarget, Relation, Resource } from '../resource';
import { ascending, enumTarget, filterable, jsonObject, orderable, selected } from './columns';
import { sinceOf } from './in-version';

export type MemberRow = Member & { subscriptions?: MemberSubscription[] };

const subscriptions: Relation = {
  property: 'subscriptions',
  sql: `(select coalesce(json_agg(${jsonObject('sub', memberSubscriptionDefinition.list)} order by sub.started_at, sub.id), '[]')
    from publishing.member_subscriptions sub where sub.member_id = t.id)`,
  codec: subscriptionCodec,
};

/** `paid` for a paying member, also with a complimentary plan; else `free`. Only for filters. */
const status: FilterTarget = {
  kind: 'column',
  sql: `(case when ${isPayingSql('t.id')} then 'paid' else 'free' end)`,
  type: 'text',
  constants: new Map([
    ['paid', isPayingSql('t.id')],
    ['free', isNotPayingSql('t.id')],
  ]),
};

/** The members, for staff, in the order of creation. */
export const adminMembersResource: Resource<MemberRow> = {
  key: 'members',
  table: 'publishing.members',
  scope: 'true',
  columns: () => selected(selectedFields(memberDefinition, 'staff')).set('revision', 't.revision'),
  filters: new Map([...filterable(filterableFields(memberDefinition, 'staff')), ['status', status]]),
  orders: new Map(orderable(orderableFields(memberDefinition, 'staff'))),
  since: sinceOf(memberDefinition),
  defaultOrder: () => [ascending('id')],
  relations: new Map([['subscriptions', subscriptions]]),
  counts: {
    ownerType: 'members',
    scope: 'true',
    filters: new Map([['status', enumTarget('t.status', ['paid', 'free'])]]),
  },
  alwaysIncluded: ['subscriptions'],
  notFoundMessage: 'Member not found.',
};
