import { createObjectId, type Label } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { recordSelectedEvents } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import { withSmallHeap } from '../small-heap';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { retryOnConflict } from '../write-scope';
import { ImportLabel } from './import-label';
import { ImportedLabels } from './imported-labels';
import { INSERT_MEMBERS, SELECT_EVENTS } from './insert-members-sql';
import { assertMember } from './stored-member';

/** A row of a CSV file of members, or the reason why it cannot be read. `line` is its line number in the file. */
export type MemberRow =
  | {
      line: number;
      email: string;
      name: string | null;
      note: string | null;
      isComplimentary: boolean;
      isSubscribed: boolean;
      /** Names of labels. Labels that do not exist are created. */
      labels: string[];
      createdAt: Date | null;
    }
  | {
      line: number;
      reason: string;
      /** Whether the reason concerns the whole file, so that it is reported only once. */
      isAboutFile?: boolean;
    };

type ReadableMemberRow = Exclude<MemberRow, { reason: string }>;

/** A row that was not imported. */
export interface InvalidRow {
  line: number;
  reason: string;
}

/** The result of an import of members. Its numbers are numbers of rows. */
export interface MemberImportReport {
  imported: number;
  /** Rows whose address already belongs to a member. */
  duplicates: number;
  /** Number of rows that were not imported. */
  invalidCount: number;
  /** The first 10,000 of the invalid rows with their reasons. A reason that concerns the whole file appears once. */
  invalid: InvalidRow[];
  /** The label of this import; null if it added no member, or `addsImportLabel` was false. */
  label: Label | null;
}

export interface MemberImportOptions {
  /** Whether all added members get a label that names the time of the import. */
  addsImportLabel: boolean;
}

const MAX_REASONS = 10_000;

/** Rows per transaction. */
const BATCH_SIZE = 5_000;

/**
 * Imports members while the file is read, in transactions of 5,000 rows, so that memory use does not depend on the file's size.
 * An invalid row is reported and does not affect other rows. Existing members stay unchanged; their rows count as duplicates.
 * @throws NoPermissionError; the error of `rows`. Earlier transactions stay committed
 */
export async function importMembers(
  actor: Actor,
  context: PublishingContext,
  { rows, addsImportLabel }: MemberImportOptions & { rows: AsyncIterable<MemberRow[]> },
): Promise<MemberImportReport> {
  authorize(actor, 'members.importCSV');
  const importLabel = addsImportLabel ? await ImportLabel.create(context) : undefined;
  // An import creates much garbage. Without `withSmallHeap`, V8 would let the heap grow to several times the size of the live objects.
  return withSmallHeap(() => importRows(context, rows, importLabel));
}

async function importRows(
  context: PublishingContext,
  rows: AsyncIterable<MemberRow[]>,
  importLabel: ImportLabel | undefined,
): Promise<MemberImportReport> {
  const report: MemberImportReport = { imported: 0, duplicates: 0, invalidCount: 0, invalid: [], label: null };
  const labels = new ImportedLabels(context, importLabel);
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const batch of batchesOf(rows, report, labels)) {
      // The next batch is read while PostgreSQL writes this one.
      await writing;
      await labels.create(batch);
      writing = writeBatch(context, batch, report);
      // `await writing` throws the error later. Without this handler, it would be an unhandled rejection before that.
      writing.catch(() => undefined);
    }
  } finally {
    // Also if the rows cannot be read to their end: the import ends only when its last transaction has ended.
    await writing;
  }
  return { ...report, label: importLabel?.label ?? null };
}

/**
 * Yields the valid rows as JSON in batches, and adds the invalid ones to the report.
 * Each row becomes a string at once: until it is written, a string costs the garbage collector less than an object.
 */
async function* batchesOf(
  rows: AsyncIterable<MemberRow[]>,
  report: MemberImportReport,
  labels: ImportedLabels,
): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const chunk of rows) {
    for (const row of chunk) {
      const reason = 'reason' in row ? row.reason : reasonToReject(row, labels);
      if (reason !== undefined) reportInvalid(report, row, reason);
      else batch.push(JSON.stringify({ ...row, ...labelsOf(row, labels), ...newIds() }));
      if (batch.length < BATCH_SIZE) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The reason why a row cannot be imported; undefined if it can. Then its labels are added to `labels`. */
function reasonToReject(row: ReadableMemberRow, labels: ImportedLabels): string | undefined {
  return invalidReason(row) ?? labels.collect(row.labels);
}

/** New ids for the member of a row, the outbox event and the complimentary subscription. */
const newIds = (): Record<string, string> => ({
  id: createObjectId(),
  eventId: createObjectId(),
  subscriptionId: createObjectId(),
});

function labelsOf(row: MemberRow, labels: ImportedLabels): { labels?: string[] } {
  return 'labels' in row ? { labels: labels.withImportLabel(row.labels) } : {};
}

function reportInvalid(report: MemberImportReport, row: MemberRow, reason: string): void {
  report.invalidCount += 1;
  const isReported = 'isAboutFile' in row && row.isAboutFile === true && report.invalid.length > 0;
  if (!isReported && report.invalid.length < MAX_REASONS) report.invalid.push({ line: row.line, reason });
}

async function writeBatch(
  { dataSource, requestId }: PublishingContext,
  batch: readonly string[],
  report: MemberImportReport,
): Promise<void> {
  const imported = await retryOnConflict(() => insertNew(dataSource.manager, `[${batch.join(',')}]`, requestId?.()));
  report.imported += imported;
  report.duplicates += batch.length - imported;
}

function invalidReason({ email, name, note }: ReadableMemberRow): string | undefined {
  try {
    assertMember({ email, name, note });
    return [email, name, note].some((value) => value?.includes('\0'))
      ? 'A value contains a null character.'
      : undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}

/** Inserts the members whose address is new. @param members the rows as a JSON list @returns the number of new members */
async function insertNew(manager: EntityManager, members: string, requestId?: string): Promise<number> {
  const statement = { change: INSERT_MEMBERS, select: SELECT_EVENTS };
  const added = await recordSelectedEvents(manager, statement, [members, requestId ?? null]);
  return added.length;
}
