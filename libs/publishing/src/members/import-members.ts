import { createObjectId, Member } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { recordSelectedFacts } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import { jsonColumns } from '../columns/json-columns';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { databaseTime } from '../tags/stored-tag';
import { inTransaction, type WriteScope } from '../write-scope';
import { openComplimentary } from './complimentary';
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

const BATCH_SIZE = 1_000;

/**
 * Adds the members of an import as they come in, a thousand in a transaction, so that a file of any size fits.
 * A row that cannot be taken is reported and costs no other row; an address that is a member already is left as it is.
 */
export async function importMembers(
  actor: Actor,
  context: PublishingContext,
  rows: AsyncIterable<ImportedRow[]>,
): Promise<MemberImportReport> {
  authorize(actor, 'members.importCSV');
  const report: MemberImportReport = { imported: 0, duplicates: 0, invalid: [] };
  let writing: Promise<void> = Promise.resolve();
  for await (const batch of batchesOf(rows, report.invalid)) {
    // The file is read on while the database writes, one batch ahead.
    await writing;
    writing = writeBatch(context, batch, report);
    // A failure is thrown where it is awaited, which may be after the next rows have come in.
    writing.catch(() => undefined);
  }
  await writing;
  return report;
}

/** The rows that can be taken, in the numbers they are written in; the others go to `invalid`. */
async function* batchesOf(rows: AsyncIterable<ImportedRow[]>, invalid: InvalidRow[]): AsyncGenerator<GoodRow[]> {
  let batch: GoodRow[] = [];
  for await (const some of rows) {
    for (const row of some) {
      const reason = 'reason' in row ? row.reason : whyInvalid(row);
      if (reason !== undefined) invalid.push({ line: row.line, reason });
      else if (!('reason' in row)) batch.push(row);
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

async function writeBatch(
  context: PublishingContext,
  batch: readonly GoodRow[],
  report: MemberImportReport,
): Promise<void> {
  const imported = await inTransaction(context.dataSource, context, (scope) => addBatch(scope, batch));
  report.imported += imported;
  report.duplicates += batch.length - imported;
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
  const rows = batch.map((row) => ({ ...row, id: createObjectId(), fact: createObjectId() }));
  const added = new Set(await insertNew(manager, rows, settings.requestId?.()));
  const comped = rows.filter(({ id, isComplimentary }) => isComplimentary && added.has(id)).map(({ id }) => id);
  if (comped.length > 0) await openComplimentary(manager, comped, await databaseTime(manager));
  return added.size;
}

/** Inserts the members and a fact for each with one statement: they do not pass through here again to be announced. */
function insertNew(manager: EntityManager, rows: readonly object[], requestId?: string): Promise<string[]> {
  const change = `
    with given as materialized (
      select * from jsonb_to_recordset($1::jsonb) as r
        (id text, fact text, email text, name text, note text, "createdAt" timestamptz)
    ), added as (
      insert into publishing.members (id, email, name, note, created_at, updated_at)
      select id, email, name, note, coalesce("createdAt", date_trunc('second', now())), date_trunc('second', now()) from given
      on conflict ((lower(email))) do nothing
      returning *
    )`;
  const select = `
    select given.fact, 'member', m.id, m.revision, 'member.added',
      jsonb_build_object('current', jsonb_build_object(${jsonColumns(manager, Member, 'm')}), 'previous', '{}'::jsonb), $2::text
    from added m join given on given.id = m.id`;
  return recordSelectedFacts(manager, { change, select }, [JSON.stringify(rows), requestId ?? null]);
}
