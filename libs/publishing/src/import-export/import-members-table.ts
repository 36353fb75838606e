import { type Member, MemberSubscription } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { exportedFields, memberDefinition, memberSubscriptionDefinition } from '@almanac/resource-fields';
import { assertMember } from '../members/stored-member';
import type { WriteScope } from '../write-scope';
import { flagIn, idIn, type ImportedRecord, type ImportedTables, instantIn, numberIn, textIn } from './imported-row';
import { importedValues } from './imported-values';
import type { ImportLog } from './import-log';
import { insertRows } from './insert-rows';

const fields = exportedFields(memberDefinition);
const COLUMNS = fields.map(({ column }) => column).join(', ');
const SELECTED = fields
  .map(({ column }) => (column === 'created_at' ? 'coalesce(r.created_at, now())' : `r.${column}`))
  .join(', ');

/** Adds the members of the file with their subscriptions. A member whose address is stored already is not changed. */
export async function importMemberTables(
  { manager }: WriteScope,
  tables: ImportedTables,
  log: ImportLog,
): Promise<void> {
  const added = new Set<string>();
  for await (const some of tables.rows('members')) {
    const rows = some.flatMap((row) => readable(row, log));
    const inserted: { id: string }[] = await manager.query(
      `insert into publishing.members (${COLUMNS})
       select ${SELECTED} from jsonb_populate_recordset(null::publishing.members, $1::jsonb) as r
       on conflict do nothing returning id`,
      [JSON.stringify(rows)],
    );
    const ids = new Set(inserted.map(({ id }) => id));
    for (const row of rows) {
      if (ids.has(row.id)) added.add(row.id);
      else log.note('members', row, 'The member is here already.');
    }
  }
  for await (const rows of tables.rows('member_subscriptions')) {
    const plans = rows.flatMap((row) => planFrom(row, added));
    await insertRows(manager, MemberSubscription, plans);
  }
}

/** A member, by column. */
type MemberRow = Record<string, unknown> & { id: string };

function readable(row: ImportedRecord, log: ImportLog): MemberRow[] {
  const id = idIn(row);
  const values = importedValues<Member>(fields, row, '', 'keep');
  // A file of before the field says nothing about it.
  const subscribed = row.subscribed === undefined || row.subscribed === null || flagIn(row, 'subscribed');
  const member: Partial<Member> = { email: '', ...values, subscribed };
  try {
    if (id === undefined) throw new ValidationError('The member has no id.');
    assertMember(member);
    return [{ ...Object.fromEntries(fields.map(({ name, column }) => [column, member[name as keyof Member]])), id }];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    log.note('members', row, error.message);
    return [];
  }
}

const statuses = memberSubscriptionDefinition.fields.status.values;

function planFrom(row: ImportedRecord, members: ReadonlySet<string>): Partial<MemberSubscription>[] {
  const id = idIn(row);
  const memberId = idIn(row, 'member_id');
  const startedAt = instantIn(row, 'started_at');
  const status = statuses.find((one) => one === row.status);
  if (!id || !memberId || !members.has(memberId) || startedAt === null || status === undefined) return [];
  return [
    {
      id,
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
