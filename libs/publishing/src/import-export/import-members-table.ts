import { type Member, MemberSubscription } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { exportedFields, memberDefinition, memberSubscriptionDefinition } from '@almanac/resource-fields';
import { assertMember } from '../members/stored-member';
import type { WriteScope } from '../write-scope';
import type { ImportScope } from './import-scope';
import { withFreeIds } from './with-free-ids';
import type { ImportLog } from './import-log';
import { importMemberRelations } from './import-member-relations';
import { ImportedMembers } from './imported-members';
import {
  booleanIn,
  fileIdIn,
  flagIn,
  type ImportedRecord,
  type ImportedTables,
  instantIn,
  numberIn,
  objectIdIn,
  textIn,
} from './imported-row';
import { importedValues, logUnknownColumns, type ValueReader } from './imported-values';
import { insertOrIgnore } from './insert-or-ignore';
import { rowsOf } from './read-rows';
import { raiseRevisionsOfReusedIds } from './raise-revisions';

const fields = exportedFields(memberDefinition);
/** Values of these fields are cut if they are too long. An address is not, because a shorter address would belong to another person. */
const fieldsExceptEmail = fields.filter(({ name }) => name !== 'email');
const knownColumns: ReadonlySet<string> = new Set([...fields.map(({ column }) => column), 'status']);
const COLUMNS = fields.map(({ column }) => column).join(', ');
/**
 * The values of `COLUMNS` in a row `r` of the input. A date of creation in the future becomes the present (`least` ignores null), because
 * a newsletter goes to the members who were created before it.
 */
const SELECTED = fields
  .map(({ column }) => (column === 'created_at' ? 'least(r.created_at, now())' : `r.${column}`))
  .join(', ');

/** The tables with one row for each address. In Ghost 1 and 2, members were called subscribers. */
type PeopleTable = 'members' | 'subscribers';

/**
 * Adds the members and subscribers of the file with their subscriptions, labels and newsletters. If a stored member has the address, the
 * stored member is not changed.
 */
export async function importMemberTables(scope: ImportScope, tables: ImportedTables, log: ImportLog): Promise<void> {
  const { manager, settings } = scope;
  const members = new ImportedMembers();
  for (const table of ['members', 'subscribers'] as const) {
    for await (const rows of rowsOf(tables, table, settings.siteUrl)) {
      await addMembers(scope, rows, { table, members, log });
    }
  }
  for await (const rows of rowsOf(tables, 'member_subscriptions', settings.siteUrl)) {
    const subscriptions = rows.flatMap((row) => subscriptionFrom(row, members, log));
    const withIds = await withFreeIds(manager, 'member_subscriptions', subscriptions);
    const stored = await insertOrIgnore(manager, MemberSubscription, withIds);
    log.countInserted('member_subscriptions', { rows: subscriptions.length, stored }, REPEATED_SUBSCRIPTION);
  }
  await importMemberRelations(scope, tables, { members, log });
}

interface MemberRows {
  table: PeopleTable;
  members: ImportedMembers;
  log: ImportLog;
}

async function addMembers(
  { manager, settings }: WriteScope,
  rows: readonly ImportedRecord[],
  { table, members, log }: MemberRows,
): Promise<void> {
  const reader: ValueReader = { siteUrl: settings.siteUrl, table, log };
  const found = rows.flatMap((row) => memberFrom(table === 'members' ? row : memberOfSubscriber(row), table, reader));
  const valid = await withFreeIds(manager, 'members', found);
  const inserted: { id: string }[] = await manager.query(
    `insert into publishing.members (${COLUMNS})
     select ${SELECTED} from jsonb_populate_recordset(null::publishing.members, $1::jsonb) as r
     on conflict do nothing returning id`,
    [JSON.stringify(valid.map(({ values, id }) => ({ ...values, id })))],
  );
  const ids = new Set(inserted.map(({ id }) => id));
  await raiseRevisionsOfReusedIds(manager, 'members', [...ids]);
  for (const { id, row } of valid) {
    const fileId = table === 'members' ? fileIdIn(row) : undefined;
    if (ids.has(id)) {
      members.add(fileId, { id, isComped: row.status === 'comped', hasSubscribedField: hasValue(row.subscribed) });
      log.countStored(table);
      if (row.status === 'paid') log.countField('members', 'status', PAYING_BECOMES_FREE);
    } else {
      members.addPresent(fileId);
      log.countPresent(table, row);
    }
  }
}

/** Converts a row of `subscribers` to a row of `members`. Subscribers who have not confirmed their address get no mail. */
function memberOfSubscriber({ status, ...row }: ImportedRecord): ImportedRecord {
  return { ...row, subscribed: status !== 'unsubscribed' && status !== 'pending' };
}

const hasValue = (value: unknown): boolean => value !== null && value !== undefined;

/** A member of the file. */
interface NewMember {
  /** The id in the file, if it is an ObjectID. */
  id: string | undefined;
  /** By column. */
  values: Record<string, unknown>;
  row: ImportedRecord;
}

const PAYING_BECOMES_FREE =
  'Members who pay are imported as free: the export of Ghost has no subscriptions. Connect the payment provider to restore them.';

const UNREADABLE_SUBSCRIBED = 'The value cannot be read; the member gets no newsletters.';

/** The row with false for an unreadable value of `subscribed`: the default, true, would subscribe members who unsubscribed. */
function withReadableSubscribed(row: ImportedRecord, { table, log }: ValueReader): ImportedRecord {
  if (!hasValue(row.subscribed) || booleanIn(row, 'subscribed') !== null) return row;
  log.countField(table, 'subscribed', UNREADABLE_SUBSCRIBED);
  return { ...row, subscribed: false };
}

const COMMA_REMOVED = 'A name must not begin with a comma; the comma was removed.';

/** The row with a name that the API accepts, so that clients can send the member back. */
function withAcceptedName(row: ImportedRecord, { table, log }: ValueReader): ImportedRecord {
  const name = textIn(row, 'name');
  if (!name?.startsWith(',')) return row;
  log.countField(table, 'name', COMMA_REMOVED);
  return { ...row, name: name.replace(/^[,\s]+/, '') };
}

/** The member of a row; an empty list, and an entry in the report, if the row is not valid. */
function memberFrom(row: ImportedRecord, table: PeopleTable, reader: ValueReader): NewMember[] {
  const { log } = reader;
  logUnknownColumns(row, knownColumns, reader);
  const email = textIn(row, 'email')?.trim() ?? '';
  const member: Partial<Member> = {
    ...importedValues<Member>(fieldsExceptEmail, withAcceptedName(withReadableSubscribed(row, reader), reader), reader),
    email,
  };
  try {
    assertMember(member);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    log.addFailedRow(table, row, error.message);
    return [];
  }
  const values = fields.map(({ name, column }) => [column, jsonValue(member[name as keyof Member])] as const);
  return [{ id: objectIdIn(row), values: Object.fromEntries(values), row }];
}

/** A value for JSON. PostgreSQL accepts a date in the year 0 only in the form 0001 BC. */
function jsonValue(value: unknown): unknown {
  if (!(value instanceof Date) || value.getUTCFullYear() > 0) return value;
  return `0001${value.toISOString().slice(4)} BC`;
}

const statuses = memberSubscriptionDefinition.fields.status.values;
const NO_MEMBER = 'The row refers to no imported member of the file.';
const REPEATED_SUBSCRIPTION = 'The site has this subscription already.';
const INVALID_SUBSCRIPTION = 'The subscription has no start or an unknown status.';

/** The subscription of a row; an empty list, and an entry in the report, if its member was not added or the row is not valid. */
function subscriptionFrom(
  row: ImportedRecord,
  members: ImportedMembers,
  log: ImportLog,
): (Partial<MemberSubscription> & { id?: string })[] {
  const memberId = members.find(fileIdIn(row, 'member_id'))?.id;
  const startedAt = instantIn(row, 'started_at');
  const status = statuses.find((one) => one === row.status);
  if (memberId === undefined || startedAt === null || status === undefined) {
    if (members.isPresent(fileIdIn(row, 'member_id'))) log.countPresent('member_subscriptions', row);
    else if (memberId === undefined) log.leaveOut('member_subscriptions', NO_MEMBER);
    else log.addFailedRow('member_subscriptions', row, INVALID_SUBSCRIPTION);
    return [];
  }
  return [
    {
      id: objectIdIn(row),
      memberId,
      provider: row.provider === 'stripe' ? 'stripe' : 'complimentary',
      providerSubscriptionId: textIn(row, 'provider_subscription_id'),
      providerCustomerId: textIn(row, 'provider_customer_id'),
      status,
      planId: textIn(row, 'plan_id'),
      planNickname: textIn(row, 'plan_nickname') ?? '',
      planAmount: numberIn(row, 'plan_amount'),
      planCurrency: textIn(row, 'plan_currency'),
      planInterval: textIn(row, 'plan_interval'),
      startedAt,
      currentPeriodEndAt: instantIn(row, 'current_period_end_at'),
      cancelAtPeriodEnd: flagIn(row, 'cancel_at_period_end'),
      createdAt: instantIn(row, 'created_at') ?? startedAt,
      updatedAt: instantIn(row, 'updated_at'),
    },
  ];
}
