import { createObjectId, Member } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { recordSelectedEvents } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import { jsonColumns } from '../columns/json-columns';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { againAfterRaces } from '../write-scope';
import { COMPLIMENTARY } from './complimentary';
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
  | { line: number; reason: string; /** The reason is the file's, the same for all its rows. */ isAboutFile?: boolean };

type GoodRow = Exclude<ImportedRow, { reason: string }>;

/** A row that was left out. */
export interface InvalidRow {
  line: number;
  reason: string;
}

export interface MemberImportReport {
  imported: number;
  duplicates: number;
  /** How many rows were left out. */
  invalidRows: number;
  /** The first of them with their reasons; a reason of the whole file stands once. */
  invalid: InvalidRow[];
}

const MAX_REASONS = 10_000;

const BATCH_SIZE = 5_000;

/**
 * Adds the members of an import as they come in, some thousands in a transaction, so that a file of any size fits.
 * A row that cannot be taken is reported and costs no other row; an address that is a member already is left as it is.
 */
export async function importMembers(
  actor: Actor,
  context: PublishingContext,
  rows: AsyncIterable<ImportedRow[]>,
): Promise<MemberImportReport> {
  authorize(actor, 'members.importCSV');
  const report: MemberImportReport = { imported: 0, duplicates: 0, invalidRows: 0, invalid: [] };
  let writing: Promise<void> = Promise.resolve();
  for await (const batch of batchesOf(rows, report)) {
    // The file is read on while the database writes, one batch ahead.
    await writing;
    writing = writeBatch(context, batch, report);
    // A failure is thrown where it is awaited, which may be after the next rows have come in.
    writing.catch(() => undefined);
  }
  await writing;
  return report;
}

/**
 * The rows that can be taken, as JSON, in the numbers they are written in; the others are noted in the report.
 * A row becomes text at once: what waits for the database to be ready is garbage that takes long to be collected.
 */
async function* batchesOf(rows: AsyncIterable<ImportedRow[]>, report: MemberImportReport): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const some of rows) {
    for (const row of some) {
      const reason = 'reason' in row ? row.reason : whyInvalid(row);
      if (reason !== undefined) noteInvalid(report, row, reason);
      else
        batch.push(JSON.stringify({ ...row, id: createObjectId(), eventId: createObjectId(), plan: createObjectId() }));
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

function noteInvalid(report: MemberImportReport, row: ImportedRow, reason: string): void {
  report.invalidRows += 1;
  const isSaid = 'isAboutFile' in row && row.isAboutFile === true && report.invalid.length > 0;
  if (!isSaid && report.invalid.length < MAX_REASONS) report.invalid.push({ line: row.line, reason });
}

async function writeBatch(
  { dataSource, requestId }: PublishingContext,
  batch: readonly string[],
  report: MemberImportReport,
): Promise<void> {
  const imported = await againAfterRaces(() => insertNew(dataSource.manager, `[${batch.join(',')}]`, requestId?.()));
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

/**
 * Inserts the members, the plans they are given and an event for each with one statement, which is its own transaction: each
 * further one would have the database wait for this process to finish what it is reading.
 * @returns how many were new
 */
async function insertNew(manager: EntityManager, members: string, requestId?: string): Promise<number> {
  const change = `
    with given as materialized (
      select *, date_trunc('second', now()) as now from json_to_recordset($1::json) as r
        (id text, "eventId" text, plan text, email text, name text, note text, "isComplimentary" boolean, "createdAt" timestamptz)
    ), added as (
      insert into publishing.members (id, email, name, note, created_at, updated_at)
      select id, email, name, note, coalesce("createdAt", now), now from given
      on conflict ((lower(email))) do nothing
      returning *
    ), opened as (
      insert into publishing.member_subscriptions
        (id, member_id, provider, status, plan_nickname, started_at, created_at, updated_at)
      select given.plan, m.id, '${COMPLIMENTARY.provider}', '${COMPLIMENTARY.status}', '${COMPLIMENTARY.planNickname}', now, now, now
      from added m join given on given.id = m.id where given."isComplimentary"
    )`;
  const select = `
    select given."eventId", 'member', m.id, m.revision, 'member.added',
      jsonb_build_object('current', jsonb_build_object(${jsonColumns(manager, Member, 'm')}), 'previous', '{}'::jsonb), $2::text
    from added m join given on given.id = m.id`;
  const added = await recordSelectedEvents(manager, { change, select }, [members, requestId ?? null]);
  return added.length;
}
