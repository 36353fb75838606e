import { MemberSubscription, type MemberSubscriptionStatus } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { assertMember } from '../members/stored-member';
import type { WriteScope } from '../write-scope';
import { flagIn, idIn, type ImportedRecord, type ImportedTables, instantIn, numberIn, textIn } from './imported-row';
import type { ImportReport } from './import-report';
import { insertRows } from './insert-rows';

/** Adds the members of the file with what they were given or pay; an address that is a member already is left as it is. */
export async function importMemberTables(
  { manager }: WriteScope,
  tables: ImportedTables,
  report: ImportReport,
): Promise<void> {
  const added = new Set<string>();
  for await (const some of tables.rows('members')) {
    const rows = some.flatMap((row) => readable(row, report));
    const inserted: { id: string }[] = await manager.query(
      `insert into publishing.members (id, email, name, note, created_at, updated_at)
       select r.id, r.email, r.name, r.note, coalesce(r.created_at, now()), r.updated_at
       from jsonb_to_recordset($1::jsonb) as r
         (id text, email text, name text, note text, created_at timestamptz, updated_at timestamptz)
       on conflict do nothing returning id`,
      [JSON.stringify(rows)],
    );
    const ids = new Set(inserted.map(({ id }) => id));
    for (const row of rows) {
      if (ids.has(row.id)) added.add(row.id);
      else report.note('Member', row, 'The member is here already.');
    }
  }
  for await (const rows of tables.rows('member_subscriptions')) {
    const plans = rows.flatMap((row) => planFrom(row, added));
    await insertRows(manager, MemberSubscription, plans);
  }
}

function readable(row: ImportedRecord, report: ImportReport) {
  const id = idIn(row);
  const member = { email: textIn(row, 'email') ?? '', name: textIn(row, 'name'), note: textIn(row, 'note') };
  try {
    if (id === undefined) throw new ValidationError('The member has no id.');
    assertMember(member);
    return [{ id, ...member, created_at: instantIn(row, 'created_at'), updated_at: instantIn(row, 'updated_at') }];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    report.note('Member', row, error.message);
    return [];
  }
}

const statuses: readonly MemberSubscriptionStatus[] = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
];

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
