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
  labelCodec,
  labelDefinition,
  memberDefinition,
  memberSubscriptionDefinition,
  orderableFields,
  selectedFields,
  subscriptionCodec,
} from '@almanac/resource-fields';
import type { FilterTarget, Relation, Resource } from '../resource';
import { ascending, enumTarget, filterable, jsonObject, orderable, selected } from './columns';
import { sinceOf } from './in-version';
import { NEWSLETTER_NAME } from './plans';

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
  codec: subscriptionCodec,
};

const LABELLINGS = 'publishing.members_labels link join publishing.labels label on label.id = link.label_id';

const labels: Relation = {
  property: 'labels',
  sql: `(select coalesce(json_agg(${jsonObject('label', labelDefinition.list)} order by link.sort_order, label.name), '[]')
    from ${LABELLINGS} where link.member_id = t.id)`,
  codec: labelCodec,
};

const bySlug: FilterTarget = {
  kind: 'relation',
  from: LABELLINGS,
  owner: 'link.member_id',
  sql: 'label.slug',
  type: 'text',
};

/** "paid" means every paying member here, also those with a complimentary plan; `comped` are those with no other. */
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

/** The members, for staff, in the order of creation. */
export const adminMembersResource: Resource<MemberRow> = {
  key: 'members',
  table: 'publishing.members',
  scope: 'true',
  columns: () =>
    selected(selectedFields(memberDefinition, 'staff'))
      .set('revision', 't.revision')
      .set('emailDisabled', 't.email_disabled')
      .set('status', memberStatusSql('t.id'))
      .set('newsletterName', NEWSLETTER_NAME),
  filters: new Map([
    ...filterable(filterableFields(memberDefinition, 'staff')),
    ['status', status],
    ...['label', 'labels', 'labels.slug'].map((key): [string, FilterTarget] => [key, bySlug]),
    ['labels.name', { ...bySlug, sql: 'label.name' }],
  ]),
  orders: new Map(orderable(orderableFields(memberDefinition, 'staff'))),
  // The admin of Ghost 3 counts the members that get mails. Its versions of the API do not show the field.
  since: sinceOf(memberDefinition).set('subscribed', 'v2'),
  defaultOrder: () => [ascending('id')],
  computedRelations: new Set(['uuid', 'tiers', 'attribution', 'unsubscribe_url']),
  relations: new Map([
    ['subscriptions', subscriptions],
    ['labels', labels],
  ]),
  counts: {
    ownerType: 'members',
    scope: 'true',
    filters: new Map([['status', enumTarget('t.status', ['paid', 'free'])]]),
  },
  alwaysIncluded: ['subscriptions', 'labels'],
  notFoundMessage: 'Member not found.',
};
