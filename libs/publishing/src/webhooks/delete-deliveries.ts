import type { EntityManager } from 'typeorm';
import { retryOnConflict } from '../write-scope';

/** The deliveries of one statement, which has a time limit. Each delivery has up to ten attempts with headers and bodies. */
const ROWS_PER_DELETION = 1_000;

/**
 * Deletes the deliveries of webhooks, in batches that are committed one by one. Call this before the webhooks are deleted, so that the
 * foreign key has few deliveries left to delete in one statement: those that were added meanwhile, and those that the worker has locked.
 * @param manager not one of a transaction
 */
export async function deleteDeliveries(manager: EntityManager, webhookIds: readonly string[]): Promise<void> {
  for (let deleted = ROWS_PER_DELETION; deleted === ROWS_PER_DELETION;) {
    const [row] = await retryOnConflict(() =>
      manager.query<{ deleted: number }[]>(
        `with deleted as (delete from publishing.webhook_deliveries where id = any(array(
           select id from publishing.webhook_deliveries where webhook_id = any($1) limit ${ROWS_PER_DELETION}
           for update skip locked)) returning 1)
         select count(*)::int as deleted from deleted`,
        [webhookIds],
      ),
    );
    deleted = row?.deleted ?? 0;
  }
}
