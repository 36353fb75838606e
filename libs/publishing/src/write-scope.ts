import type { DataSource, EntityManager } from 'typeorm';

/** Settings of the installation that every operation needs. */
export interface PublishingSettings {
  /** The site's URL. URLs below it are stored relative. */
  siteUrl: string;
  /** The id of the current HTTP request, if any. It is stored with the events and appears in the logs of their jobs. */
  requestId?: () => string | undefined;
}

/** The transaction of an operation, and the settings of the installation. */
export interface WriteScope {
  manager: EntityManager;
  settings: PublishingSettings;
}

/**
 * SQLSTATE codes of transactions that can succeed when they run again: unique_violation, foreign_key_violation,
 * serialization_failure and deadlock_detected. The first two occur when a concurrent write takes a slug, adds the same tag
 * or deletes a tag after this transaction read the rows.
 */
const retryableCodes: ReadonlySet<unknown> = new Set(['23505', '23503', '40001', '40P01']);
const MAX_ATTEMPTS = 10;

function isRetryable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && retryableCodes.has(error.code);
}

/**
 * Runs an operation in one transaction. A conflict with a concurrent write repeats the whole operation, so the operation must have no
 * effects outside of the transaction.
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  settings: PublishingSettings,
  operation: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  return retryOnConflict(() => dataSource.transaction((manager) => operation({ manager, settings })));
}

/** Runs a transaction, and repeats it while it conflicts with concurrent writes: at most ten attempts. */
export async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}
