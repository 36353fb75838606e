import { NotFoundError } from '@almanac/errors';
import { findEach, keptWithSelection, type Resource, type Selection, type SharedKey } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { ReadDatabase } from '../database/read-database';

/** Rows that one statement reads at most: with more of them none is ready before all are. */
const MOST_TOGETHER = 20;

/** Reads rows by id or slug. What is asked for in one turn of the event loop, by whomever, is read with one statement. */
@Injectable()
export class SingleReads {
  private readonly batches = keptWithSelection((resource, selection) => ({
    id: this.open(resource, 'id', selection),
    slug: this.open(resource, 'slug', selection),
  }));

  constructor(private readonly database: ReadDatabase) {}

  /** @throws NotFoundError with the resource's message */
  async get<Row extends object>(
    resource: Resource<Row>,
    [key, value]: readonly [key: SharedKey, value: string],
    selection: Selection,
  ): Promise<Row> {
    const row = await this.batches(resource, selection)[key].load(value);
    if (!row) throw new NotFoundError(resource.notFoundMessage);
    return row as Row;
  }

  private open<Row>(resource: Resource<Row>, key: SharedKey, selection: Selection): DataLoader<string, unknown> {
    return new DataLoader((values) => findEach(this.database.run, resource, [key, values], selection), {
      cache: false,
      maxBatchSize: MOST_TOGETHER,
      // After what the network brought: each request comes in a turn of its own, before this.
      batchScheduleFn: (read) => void setImmediate(read),
    });
  }
}
