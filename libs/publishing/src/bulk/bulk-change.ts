import { AlmanacError } from '@almanac/errors';
import { type PublishingSettings, inTransaction, type WriteScope } from '../write-scope';
import type { DataSource } from 'typeorm';

/** Resources per transaction. */
const BATCH_SIZE = 50;

/** A resource that was not changed, with the error: e.g. it does not exist, or the actor may not change it. */
export interface BulkFailure {
  id: string;
  message: string;
  context?: string;
}

/** The result of a bulk operation. */
export interface BulkResult {
  /** The number of resources without an error, also of those that needed no change. */
  successful: number;
  failures: BulkFailure[];
}

/**
 * Changes resources in the order of their ids, 50 in each transaction. Each resource has a savepoint: an AlmanacError of `change`
 * undoes only the change of this resource. Any other error rolls back the transaction and is thrown, after retries if it
 * is e.g. a deadlock; earlier transactions stay committed.
 * @param change changes one resource; an AlmanacError that it throws is reported in `failures`
 */
export async function changeInBatches(
  { dataSource, settings }: { dataSource: DataSource; settings: PublishingSettings },
  ids: readonly string[],
  change: (scope: WriteScope, id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { successful: 0, failures: [] };
  const ordered = ids.toSorted();
  for (let start = 0; start < ordered.length; start += BATCH_SIZE) {
    const batch = ordered.slice(start, start + BATCH_SIZE);
    const failures = await inTransaction(dataSource, settings, (scope) => changeBatch(scope, batch, change));
    result.successful += batch.length - failures.length;
    result.failures.push(...failures);
  }
  return result;
}

async function changeBatch(
  { manager, settings }: WriteScope,
  ids: readonly string[],
  change: (scope: WriteScope, id: string) => Promise<unknown>,
): Promise<BulkFailure[]> {
  const failures: BulkFailure[] = [];
  for (const id of ids) {
    try {
      await manager.transaction((nested) => change({ manager: nested, settings }, id));
    } catch (error) {
      if (!(error instanceof AlmanacError)) throw error;
      const { message, context } = error;
      failures.push({ id, message, ...(context !== undefined && context !== null && { context }) });
    }
  }
  return failures;
}
