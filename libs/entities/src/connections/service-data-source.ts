import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import type { IsolationLevel } from 'typeorm/driver/types/IsolationLevel';
import { TransactionSlots } from './transaction-slots';

type Work<T> = (manager: EntityManager) => Promise<T>;

/**
 * A data source that limits the number of concurrent calls of `transaction`. Further calls wait for their turn, and fail after 8 s.
 * Transactions that a query runner begins itself are not limited.
 */
export class ServiceDataSource extends DataSource {
  private readonly slots: TransactionSlots;

  /** @param maxTransactions maximum number of concurrent calls of `transaction` */
  constructor(options: DataSourceOptions, maxTransactions: number) {
    super(options);
    this.slots = new TransactionSlots(maxTransactions);
  }

  override transaction<T>(work: Work<T>): Promise<T>;
  override transaction<T>(isolation: IsolationLevel, work: Work<T>): Promise<T>;
  override transaction<T>(first: IsolationLevel | Work<T>, second?: Work<T>): Promise<T> {
    return this.slots.run(() => {
      if (typeof first === 'function') return super.transaction(first);
      if (second === undefined) throw new TypeError('A transaction needs a callback.');
      return super.transaction(first, second);
    });
  }
}
