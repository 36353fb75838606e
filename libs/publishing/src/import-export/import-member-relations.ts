import { createObjectId, MemberLabel, MemberSubscription } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { COMPLIMENTARY } from '../members/complimentary';
import { databaseTime } from '../database-time';
import type { WriteScope } from '../write-scope';
import type { ImportScope } from './import-scope';
import type { ImportedTable } from './export-limits';
import { importLabels } from './import-labels';
import type { ImportLog } from './import-log';
import type { AddedMember, ImportedMembers } from './imported-members';
import { fileIdIn, type ImportedRecord, type ImportedTables, numberIn } from './imported-row';
import { insertOrIgnore } from './insert-or-ignore';
import { rowsOf } from './read-rows';

/** The members of the file, and the report. */
interface MemberImport {
  members: ImportedMembers;
  log: ImportLog;
}

const MEMBERS_PER_STATEMENT = 1_000;
const NO_MEMBER = 'The row refers to no imported member of the file.';
const NO_LABEL = 'The row refers to no label of the file.';
/** Two labels of the file can have the same name. */
const REPEATED_LABEL = 'Another row gives the member the same label.';
const ONE_NEWSLETTER = 'Almanac has one newsletter. Members with any newsletter of the file get it.';
const NO_TIERS = 'Almanac has only its own free and paid tier.';

/** Stores the labels, complimentary plans and newsletter subscriptions of the members that were added. */
export async function importMemberRelations(
  scope: ImportScope,
  tables: ImportedTables,
  memberImport: MemberImport,
): Promise<void> {
  const { members, log } = memberImport;
  await addLabels(scope, tables, memberImport);
  await addComplimentaryPlans(scope.manager, members);
  await unsubscribeWithoutNewsletter(scope, tables, memberImport);
  log.leaveOut('newsletters', ONE_NEWSLETTER, tables.count('newsletters'));
  log.leaveOut('products', NO_TIERS, tables.count('products'));
  log.leaveOut('members_products', NO_TIERS, tables.count('members_products'));
}

async function addLabels(scope: ImportScope, tables: ImportedTables, { members, log }: MemberImport): Promise<void> {
  const labels = await importLabels(scope, tables, log);
  for await (const rows of rowsOf(tables, 'members_labels', scope.settings.siteUrl)) {
    const links = rows.flatMap((row) => {
      const member = memberOf(row, 'members_labels', { members, log });
      const labelId = labels.get(fileIdIn(row, 'label_id') ?? '');
      if (member !== undefined && labelId === undefined) log.leaveOut('members_labels', NO_LABEL);
      if (member === undefined || labelId === undefined) return [];
      return [{ memberId: member.id, labelId, sortOrder: numberIn(row, 'sort_order') }];
    });
    const stored = await insertOrIgnore(scope.manager, MemberLabel, links);
    log.countInserted('members_labels', { rows: links.length, stored }, REPEATED_LABEL);
  }
}

/** The added member to whom a row refers. If there is none, the row is counted in the report. */
function memberOf(row: ImportedRecord, table: ImportedTable, { members, log }: MemberImport): AddedMember | undefined {
  const fileId = fileIdIn(row, 'member_id');
  const member = members.find(fileId);
  if (member !== undefined) return member;
  if (members.isPresent(fileId)) log.countPresent(table, row);
  else log.leaveOut(table, NO_MEMBER);
  return undefined;
}

/** Adds complimentary plans to the added members with the status `comped` for whom the import stored no subscription. */
async function addComplimentaryPlans(manager: EntityManager, members: ImportedMembers): Promise<void> {
  const now = await databaseTime(manager);
  const comped = members.all.filter(({ isComped }) => isComped).map(({ id }) => id);
  for (let start = 0; start < comped.length; start += MEMBERS_PER_STATEMENT) {
    const batch = comped.slice(start, start + MEMBERS_PER_STATEMENT);
    const known: { id: string }[] = await manager.query(
      `select distinct member_id as id from publishing.member_subscriptions where member_id = any($1)`,
      [batch],
    );
    const withSubscription = new Set(known.map(({ id }) => id));
    const dates = { startedAt: now, createdAt: now, updatedAt: now };
    const plans = batch
      .filter((id) => !withSubscription.has(id))
      .map((memberId) => ({ ...COMPLIMENTARY, ...dates, id: createObjectId(), memberId }));
    await insertOrIgnore(manager, MemberSubscription, plans);
  }
}

/**
 * If the file has newsletters, unsubscribes the added members without a newsletter, except those whose row has a value in
 * `subscribed`.
 */
async function unsubscribeWithoutNewsletter(
  { manager, settings }: WriteScope,
  tables: ImportedTables,
  { members, log }: MemberImport,
): Promise<void> {
  const subscribed = new Set<string>();
  for await (const rows of rowsOf(tables, 'members_newsletters', settings.siteUrl)) {
    for (const row of rows) {
      const member = memberOf(row, 'members_newsletters', { members, log });
      if (member === undefined) continue;
      subscribed.add(member.id);
      log.countStored('members_newsletters');
    }
  }
  if (tables.count('newsletters') + tables.count('members_newsletters') === 0) return;
  const others = members.all.filter(({ id, hasSubscribedField }) => !hasSubscribedField && !subscribed.has(id));
  for (let start = 0; start < others.length; start += MEMBERS_PER_STATEMENT) {
    await manager.query('update publishing.members set subscribed = false where id = any($1)', [
      others.slice(start, start + MEMBERS_PER_STATEMENT).map(({ id }) => id),
    ]);
  }
}
