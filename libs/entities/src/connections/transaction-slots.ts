import { MaintenanceError } from '@almanac/errors';

/** Twice the lock timeout of a statement (`SERVICE_TIME_LIMITS`). A transaction that gets no slot in this time fails. */
const MAX_WAIT_MS = 8_000;
const RETRY_AFTER_SECONDS = 2;

/** Limits the number of concurrent transactions, so that writers that wait for a lock leave connections to readers. */
export class TransactionSlots {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  /** @param slots the maximum number of concurrent transactions */
  constructor(private readonly slots: number) {}

  /**
   * Runs a transaction as soon as a slot is free, in the order of the calls.
   * @returns the result of the transaction
   * @throws MaintenanceError when the transaction gets no slot within 8 seconds
   */
  async run<T>(transaction: () => Promise<T>): Promise<T> {
    if (this.running >= this.slots) await this.waitForSlot();
    else this.running += 1;
    try {
      return await transaction();
    } finally {
      this.releaseSlot();
    }
  }

  private waitForSlot(): Promise<void> {
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
      }, MAX_WAIT_MS);
      this.waiting.add(take);
    });
  }

  /** Gives the slot to the transaction that has waited longest; `running` changes only if none waits. */
  private releaseSlot(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}
