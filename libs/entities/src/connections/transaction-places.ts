import { MaintenanceError } from '@almanac/errors';

/** Twice the lock timeout. A transaction that waits longer is behind a lock, or there are too many transactions. */
const WAIT_MS = 8_000;
const RETRY_AFTER_SECONDS = 2;

/** Limits the number of concurrent transactions, so that writers that wait for a lock leave connections to readers. */
export class TransactionPlaces {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly places: number) {}

  /**
   * Runs a transaction as soon as there is a place for it, first come, first served.
   * @throws MaintenanceError when no place becomes free in time
   */
  async run<T>(transaction: () => Promise<T>): Promise<T> {
    if (this.running >= this.places) await this.place();
    else this.running += 1;
    try {
      return await transaction();
    } finally {
      this.free();
    }
  }

  private place(): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(take);
        reject(
          new MaintenanceError('The database is busy. Try again in a few seconds.', {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          }),
        );
      }, WAIT_MS);
      this.waiting.add(take);
    });
  }

  /** Gives the place to the transaction that has waited longest. */
  private free(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
