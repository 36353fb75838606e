import { isNotPayingSql, isPayingSql, type Member, type MemberSubscription } from '@almanac/entities';
import type { FilterTarget, Relation, Resource } from '../resource';
import { ascending, enumTarget, filterable, jsonObject, orderable, selected } from './columns';

export type MemberRow = Member & { subscriptions?: MemberSubscription[] };

const columns = ['id', 'email', 'name', 'note', 'created_at', 'updated_at'];

const subscriptionColumns = [
  'id',
  'member_id',
  'provider',
  'provider_subscription_id',
  'provider_customer_id',
  'status',
  'plan_id',
  'plan_nickname',
  'plan_amount',
  'plan_currency',
  'plan_interval',
  'started_at',
  'current_period_end_at',
  'cancel_at_period_end',
  'created_at',
  'updated_at',
];

const subscriptions: Relation = {
  property: 'subscriptions',
  sql: `(select coalesce(json_agg(${jsonObject('sub', subscriptionColumns)} order by sub.started_at, sub.id), '[]')
    from publishing.member_subscriptions sub where sub.member_id = t.id)`,
  hasInstants: true,
};

/** `paid` for a paying member, given plans included; else `free`. As a filter only. */
const status: FilterTarget = {
  kind: 'column',
  sql: `(case when ${isPayingSql('t.id')} then 'paid' else 'free' end)`,
  type: 'text',
  constants: new Map([
    ['paid', isPayingSql('t.id')],
    ['free', isNotPayingSql('t.id')],
  ]),
};

/** Members, for staff, in the order they came. */
export const adminMembersResource: Resource<MemberRow> = {
  key: 'members',
  table: 'publishing.members',
  scope: 'true',
  columns: () => selected([...columns, 'revision']),
  filters: new Map([...filterable(columns), ['status', status]]),
  orders: new Map(orderable(columns)),
  defaultOrder: () => [ascending('id')],
  relations: new Map([['subscriptions', subscriptions]]),
  counts: { ownerType: 'members', filters: new Map([['status', enumTarget('t.status', ['paid', 'free'])]]) },
  alwaysIncluded: ['subscriptions'],
  notFoundMessage: 'Member not found.',
};
