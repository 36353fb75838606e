import { createObjectId, type Member } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { recordFacts } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { databaseTime } from '../tags/stored-tag';
import { inTransaction, type WriteScope } from '../write-scope';
import { openComplimentary } from './complimentary';
import { memberFact } from './member-events';
import { assertMember } from './stored-member';

/** One row of an import, with the line of the file it begins on; or why there is none. */
export type ImportedRow =
  | {
      line: number;
      email: string;
      name: string | null;
      note: string | null;
      isComplimentary: boolean;
      createdAt: Date | null;
    }
  | { line: number; reason: string };

type GoodRow = Exclude<ImportedRow, { reason: string }>;

/** A row that was left out. */
export interface InvalidRow {
  line: number;
  reason: string;
}

export interface MemberImportReport {
  imported: number;
  duplicates: number;
  invalid: InvalidRow[];
}

const BATCH_SIZE = 250;

/**
 * Adds the members of an import as they come in, some hundred in a transaction, so that a file of any size fits.
 * A row that cannot be taken is reported and costs no other row; an address that is a member already is left as it is.
 */
export async function importMembers(
  actor: Actor,
  context: PublishingContext,
  rows: AsyncIterable<ImportedRow>,
): Promise<MemberImportReport> {
  authorize(actor, 'members.importCSV');
  const report: MemberImportReport = { imported: 0, duplicates: 0, invalid: [] };
  let batch: GoodRow[] = [];
  const flush = async (): Promise<void> => {
    const imported = await inTransaction(context.dataSource, context, (scope) => addBatch(scope, batch));
    report.imported += imported;
    report.duplicates += batch.length - imported;
    batch = [];
  };
  for await (const row of rows) {
    const reason = 'reason' in row ? row.reason : whyInvalid(row);
    if (reason !== undefined) report.invalid.push({ line: row.line, reason });
    else if (!('reason' in row)) batch.push(row);
    if (batch.length === BATCH_SIZE) await flush();
  }
  if (batch.length > 0) await flush();
  return report;
}

function whyInvalid({ email, name, note }: GoodRow): string | undefined {
  try {
    assertMember({ email, name, note });
    return [email, name, note].some((value) => value?.includes('\0')) ? 'A value holds a null character.' : undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}

async function addBatch({ manager, settings }: WriteScope, batch: readonly GoodRow[]): Promise<number> {
  if (batch.length === 0) return 0;
  const now = await databaseTime(manager);
  const rows = batch.map((row) => ({ ...row, id: createObjectId(), createdAt: row.createdAt ?? now, updatedAt: now }));
  const added = new Set(await insertNew(manager, rows));
  const members = rows.filter(({ id }) => added.has(id)).map(({ line: _line, ...row }) => ({ ...row, revision: 1 }));
  const comped = members.filter(({ isComplimentary }) => isComplimentary).map(({ id }) => id);
  await openComplimentary(manager, comped, now);
  const facts = members.map(({ isComplimentary: _plan, ...member }) =>
    memberFact(settings, 'added', member, { current: member satisfies Member }),
  );
  await recordFacts(manager, facts);
  return members.length;
}

async function insertNew(manager: EntityManager, rows: readonly object[]): Promise<string[]> {
  const inserted = await manager.query<{ id: string }[]>(
    `insert into publishing.members (id, email, name, note, created_at, updated_at)
     select r.id, r.email, r.name, r.note, r."createdAt", r."updatedAt"
     from jsonb_to_recordset($1::jsonb) as r
       (id text, email text, name text, note text, "createdAt" timestamptz, "updatedAt" timestamptz)
     on conflict ((lower(email))) do nothing
     returning id`,
    [JSON.stringify(rows)],
  );
  return inserted.map(({ id }) => id);
}
