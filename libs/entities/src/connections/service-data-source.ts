import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import type { IsolationLevel } from 'typeorm/driver/types/IsolationLevel';
import { TransactionPlaces } from './transaction-places';

type Work<T> = (manager: EntityManager) => Promise<T>;

/** A data source whose transactions never use all connections of its pool. */
export class ServiceDataSource extends DataSource {
  private readonly places: TransactionPlaces;

  /** @param mostTransactions maximum number of connections in transactions */
  constructor(options: DataSourceOptions, mostTransactions: number) {
    super(options);
    this.places = new TransactionPlaces(mostTransactions);
  }

  override transaction<T>(work: Work<T>): Promise<T>;
  override transaction<T>(isolation: IsolationLevel, work: Work<T>): Promise<T>;
  override transaction<T>(first: IsolationLevel | Work<T>, second?: Work<T>): Promise<T> {
    return this.places.run(() => {
      if (typeof first === 'function') return super.transaction(first);
      if (second === undefined) throw new TypeError('A transaction needs a callback.');
      return super.transaction(first, second);
    });
  }
}
