import {
  type EmailColumns,
  emailDefinition,
  type EmailRecipientColumns,
  emailRecipientDefinition,
  filterableFields,
  instantProperties,
  memberDefinition,
  orderableFields,
  selectedFields,
} from '@almanac/resource-fields';
import type { Relation, Resource } from '../resource';
import { descending, ascending, filterTargets, jsonObject, orderTargets, selectColumns } from './columns';
import { sinceOf } from './in-version';

export type EmailRow = EmailColumns & {
  /** The mail to members with access to the whole post; only in single reads. `html` and `plaintext` are null before it is rendered. */
  content?: { html: string | null; plaintext: string | null } | null;
};

/** A recipient with the member, unless the member was deleted. */
export type EmailRecipientRow = EmailRecipientColumns & {
  member: { id: string; email: string; name: string | null } | null;
};

const emailColumns = selectedFields(emailDefinition, 'staff');

/** The newsletter of a post, as a relation of posts. */
export const emailRelation: Relation = {
  property: 'email',
  sql: `(select ${jsonObject('email', emailDefinition.list)} from publishing.emails email where email.post_id = t.id)`,
  instants: instantProperties(emailDefinition.list),
};

/** The newsletters, newest first. */
export const adminEmailsResource: Resource<EmailRow> = {
  key: 'emails',
  table: 'publishing.emails',
  scope: 'true',
  columns: () => selectColumns(emailColumns),
  filters: new Map(filterTargets(filterableFields(emailDefinition, 'staff'))),
  orders: new Map(orderTargets(orderableFields(emailDefinition, 'staff'))),
  since: sinceOf(emailDefinition),
  defaultOrder: () => [descending('created_at'), descending('id')],
  relations: new Map(),
  notFoundMessage: 'Email not found.',
};

/** One newsletter with its content, for a single read. */
export const adminEmailWithContentResource: Resource<EmailRow> = {
  ...adminEmailsResource,
  columns: () =>
    selectColumns(emailColumns).set(
      'content',
      `(select jsonb_build_object('html', coalesce(t.content -> 'paid' ->> 'html', t.content -> 'free' ->> 'html'),
        'plaintext', coalesce(t.content -> 'paid' ->> 'text', t.content -> 'free' ->> 'text')))`,
    ),
};

/**
 * The recipients with their members. The subquery returns the status `cancelled` for a pending recipient of a cancelled newsletter. The row
 * remains `pending`, because a cancelled newsletter can have a million pending recipients.
 */
const RECIPIENTS = `(
  select r.id, r.email_id, r.member_id, r.attempt_count, r.next_attempt_at, r.error, r.created_at, r.processed_at,
    case when r.status = 'pending' and e.status = 'cancelled' then 'cancelled' else r.status end as status,
    m.email, m.name
  from publishing.email_recipients r join publishing.emails e on e.id = r.email_id
    left join publishing.members m on m.id = r.member_id
)`;

const memberColumns = memberDefinition.list.filter(({ name }) => name === 'email' || name === 'name');

/** The recipients of newsletters in the order of their ids. Callers restrict requests to one newsletter. */
export const adminEmailRecipientsResource: Resource<EmailRecipientRow> = {
  key: 'email_recipients',
  table: RECIPIENTS,
  scope: 'true',
  columns: () =>
    selectColumns(selectedFields(emailRecipientDefinition, 'staff')).set(
      'member',
      `case when t.email is not null then json_build_object('id', t.member_id, 'email', t.email, 'name', t.name) end`,
    ),
  filters: new Map([
    ...filterTargets(filterableFields(emailRecipientDefinition, 'staff')),
    ...filterTargets(memberColumns),
  ]),
  orders: new Map(orderTargets(orderableFields(emailRecipientDefinition, 'staff'))),
  since: sinceOf(emailRecipientDefinition),
  defaultOrder: () => [ascending('id')],
  relations: new Map(),
  notFoundMessage: 'Recipient not found.',
};
