import type { DataSource, EntityManager } from 'typeorm';

/** Settings of the installation that every operation needs. */
export interface PublishingSettings {
  /** The URL of the site, without a trailing slash. URLs of the site are stored relative. */
  siteUrl: string;
  /** Returns the id of the current HTTP request, if any. Outbox events store it, and the logs of their jobs contain it. */
  requestId?: () => string | undefined;
  /** Called in the transaction of each operation, after the operation and before the commit. */
  beforeCommit?: (manager: EntityManager) => Promise<void>;
}

/** The transaction of an operation, and the settings of the installation. */
export interface WriteScope {
  manager: EntityManager;
  settings: PublishingSettings;
}

/**
 * SQLSTATE codes of errors after which a transaction can succeed when it runs again: unique_violation, foreign_key_violation,
 * serialization_failure and deadlock_detected. The first two occur when a concurrent write takes a slug or deletes a tag after this
 * transaction read the rows.
 */
const retryableCodes: ReadonlySet<unknown> = new Set(['23505', '23503', '40001', '40P01']);
const MAX_ATTEMPTS = 10;

function isRetryable(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && retryableCodes.has(error.code);
}

/**
 * Runs an operation in one transaction. After a conflict with a concurrent write, the whole operation runs again, up to ten attempts in
 * all. So it must have no effects outside of the transaction.
 * @throws the error of the last attempt
 */
export async function inTransaction<T>(
  dataSource: DataSource,
  settings: PublishingSettings,
  operation: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  return retryOnConflict(() =>
    dataSource.transaction(async (manager) => {
      const result = await operation({ manager, settings });
      await settings.beforeCommit?.(manager);
      return result;
    }),
  );
}

/** Runs a transaction, and repeats it while it conflicts with concurrent writes: at most ten attempts. @throws the last error */
export async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}
