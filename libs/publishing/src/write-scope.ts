import type { DataSource, EntityManager } from 'typeorm';

/** What every verb knows of the installation it runs in. */
export interface PublishingSettings {
  /** The site's address: URLs under it are stored relative. */
  siteUrl: string;
  /** The HTTP request being served, if any: it travels with the events for the logs of what follows. */
  requestId?: () => string | undefined;
}

/** One transaction of a verb. */
export interface WriteScope {
  manager: EntityManager;
  settings: PublishingSettings;
}

// unique_violation and foreign_key_violation are races here (a slug or a new tag taken, a tag deleted in between):
// what was read is out of date, so the verb starts over. The other two are the database asking for the same.
const races: ReadonlySet<unknown> = new Set(['23505', '23503', '40001', '40P01']);
const MAX_ATTEMPTS = 10;

function lostRace(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && races.has(error.code);
}

/** Runs a verb in one transaction, and again from the start when another writer came in between. */
export async function inTransaction<T>(
  dataSource: DataSource,
  settings: PublishingSettings,
  verb: (scope: WriteScope) => Promise<T>,
): Promise<T> {
  return againAfterRaces(() => dataSource.transaction((manager) => verb({ manager, settings })));
}

/** Does what is a transaction, and does it again when another writer came in between. */
export async function againAfterRaces<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !lostRace(error)) throw error;
    }
  }
}
