import { CalendarEvent, CalendarUser } from '@almanac/entities';
import DataLoader from 'dataloader';
import { type DataSource, In } from 'typeorm';

/** Batches of one request: a page of occurrences loads its events with one statement, and their owners with another. */
export interface Loaders {
  events: DataLoader<string, CalendarEvent | undefined>;
  users: DataLoader<string, CalendarUser | undefined>;
}

function inOrder<T extends { id: string }>(ids: readonly string[], found: T[]): (T | undefined)[] {
  const byId = new Map(found.map((item) => [item.id, item]));
  return ids.map((id) => byId.get(id));
}

/** New, empty loaders. */
export function createLoaders(dataSource: DataSource): Loaders {
  const events = dataSource.getRepository(CalendarEvent);
  const users = dataSource.getRepository(CalendarUser);
  return {
    events: new DataLoader(async (ids) => inOrder(ids, await events.findBy({ id: In([...ids]) }))),
    users: new DataLoader(async (ids) => inOrder(ids, await users.findBy({ id: In([...ids]) }))),
  };
}
