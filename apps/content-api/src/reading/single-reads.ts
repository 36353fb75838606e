import { NotFoundError } from '@almanac/errors';
import { findEach, type Resource, type Selection, type SharedKey } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import { ReadDatabase } from '../database/read-database';

/** Rows that one statement reads at most: with more of them none is ready before all are. */
const mostTogether = 20;

type Batches = DataLoader<string, object | undefined>;

/** Reads rows by id or slug. What is asked for in one turn of the event loop, by whomever, is read with one statement. */
@Injectable()
export class SingleReads {
  /** Of each selection, by what is read and by which key. */
  private readonly batches = new WeakMap<Selection, Map<object, Record<SharedKey, Batches>>>();

  constructor(private readonly database: ReadDatabase) {}

  /** @throws NotFoundError with the resource's message */
  async get<Row extends object>(
    resource: Resource<Row>,
    [key, value]: readonly [key: SharedKey, value: string],
    selection: Selection,
  ): Promise<Row> {
    const row = await this.batchesOf(resource, selection)[key].load(value);
    if (!row) throw new NotFoundError(resource.notFoundMessage);
    return row as Row;
  }

  private batchesOf<Row extends object>(resource: Resource<Row>, selection: Selection): Record<SharedKey, Batches> {
    const kept = this.batches.get(selection) ?? new Map<object, Record<SharedKey, Batches>>();
    if (!this.batches.has(selection)) this.batches.set(selection, kept);
    const known = kept.get(resource) ?? {
      id: this.open(resource, 'id', selection),
      slug: this.open(resource, 'slug', selection),
    };
    kept.set(resource, known);
    return known;
  }

  private open<Row extends object>(resource: Resource<Row>, key: SharedKey, selection: Selection): Batches {
    return new DataLoader((values) => findEach(this.database.run, resource, [key, values], selection), {
      cache: false,
      maxBatchSize: mostTogether,
      // After what the network brought: each request comes in a turn of its own, before this.
      batchScheduleFn: (read) => void setImmediate(read),
    });
  }
}
