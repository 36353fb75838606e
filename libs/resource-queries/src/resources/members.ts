import {
  isCompedSql,
  isNotPayingSql,
  isPayingSql,
  type Label,
  type Member,
  type MemberStatus,
  memberStatusSql,
  type MemberSubscription,
} from '@almanac/entities';
import {
  filterableFields,
  labelDefinition,
  labelInstants,
  memberDefinition,
  memberSubscriptionDefinition,
  orderableFields,
  selectedFields,
  subscriptionInstants,
} from '@almanac/resource-fields';
import type { FilterTarget, Relation, Resource } from '../resource';
import { ascending, enumTarget, filterTargets, jsonObject, orderTargets, selectColumns } from './columns';
import { sinceOf } from './in-version';
import { NEWSLETTER_NAME_SQL } from './tiers-and-newsletters';

export type MemberRow = Member & {
  subscriptions?: MemberSubscription[];
  labels?: Label[];
  status?: MemberStatus;
  newsletterName?: string | null;
};

const subscriptions: Relation = {
  property: 'subscriptions',
  sql: `(select coalesce(json_agg(${jsonObject('sub', memberSubscriptionDefinition.list)} order by sub.started_at, sub.id), '[]')
    from publishing.member_subscriptions sub where sub.member_id = t.id)`,
  instants: subscriptionInstants,
};

const LABELS_OF_MEMBERS = 'publishing.members_labels link join publishing.labels label on label.id = link.label_id';

const labels: Relation = {
  property: 'labels',
  sql: `(select coalesce(json_agg(${jsonObject('label', labelDefinition.list)} order by link.sort_order, label.name), '[]')
    from ${LABELS_OF_MEMBERS} where link.member_id = t.id)`,
  instants: labelInstants,
};

const labelBySlug: FilterTarget = {
  kind: 'relation',
  from: LABELS_OF_MEMBERS,
  foreignKey: 'link.member_id',
  sql: 'label.slug',
  type: 'text',
};

/** In filters, `paid` means all paying members, and `comped` means paying members with only a complimentary subscription. */
const status: FilterTarget = {
  kind: 'column',
  sql: `(case when ${isPayingSql('t.id')} then 'paid' else 'free' end)`,
  type: 'text',
  constants: new Map([
    ['paid', isPayingSql('t.id')],
    ['free', isNotPayingSql('t.id')],
    ['comped', isCompedSql('t.id')],
  ]),
};

/** The members, for staff, in the order of their ids. */
export const adminMembersResource: Resource<MemberRow> = {
  key: 'members',
  table: 'publishing.members',
  scope: 'true',
  columns: () =>
    selectColumns(selectedFields(memberDefinition, 'staff'))
      .set('revision', 't.revision')
      .set('emailDisabled', 't.email_disabled')
      .set('status', memberStatusSql('t.id'))
      .set('newsletterName', NEWSLETTER_NAME_SQL),
  filters: new Map([
    ...filterTargets(filterableFields(memberDefinition, 'staff')),
    ['status', status],
    ...['label', 'labels', 'labels.slug'].map((key): [string, FilterTarget] => [key, labelBySlug]),
    ['labels.name', { ...labelBySlug, sql: 'label.name', ignoresCase: true }],
  ]),
  orders: new Map(orderTargets(orderableFields(memberDefinition, 'staff'))),
  // The admin client of Ghost 3 filters by `subscribed` to count recipients, although responses of v2 and v3 do not contain the field.
  since: sinceOf(memberDefinition).set('subscribed', 'v2'),
  defaultOrder: () => [ascending('id')],
  computedIncludes: new Set(['uuid', 'tiers', 'attribution', 'unsubscribe_url']),
  relations: new Map([
    ['subscriptions', subscriptions],
    ['labels', labels],
  ]),
  // In the SQL of `counts`, `t` is the table of the maintained counts, not that of the members.
  counts: {
    ownerType: 'members',
    scope: 'true',
    filters: new Map([['status', enumTarget('t.status', ['paid', 'free'])]]),
  },
  alwaysIncluded: ['subscriptions', 'labels'],
  notFoundMessage: 'Member not found.',
};
