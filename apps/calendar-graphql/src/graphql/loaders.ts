import { type CalendarEvent, type CalendarUser } from '@almanac/entities';
import DataLoader from 'dataloader';
import { type DataSource } from 'typeorm';

/** What is shown of an event. */
export type ShownEvent = Pick<
  CalendarEvent,
  | 'id'
  | 'ownerId'
  | 'status'
  | 'timeZone'
  | 'startAt'
  | 'endAt'
  | 'recurrence'
  | 'information'
  | 'locationAddress'
  | 'locationName'
  | 'revision'
>;

/** What is shown of a user. */
export type ShownUser = Pick<CalendarUser, 'id' | 'name' | 'username' | 'email'>;

/** Rows by id for one request. What is known already comes at once: a page whose rows are all known is built without waiting. */
export class RowLoader<T extends { id: string }> {
  private readonly known = new Map<string, T>();
  private readonly batches: DataLoader<string, T | undefined>;

  constructor(dataSource: DataSource, statement: string) {
    this.batches = new DataLoader(async (ids) => {
      const found = await dataSource.query<T[]>(statement, [ids]);
      for (const row of found) this.known.set(row.id, row);
      return ids.map((id) => this.known.get(id));
    });
  }

  /** The row, or undefined when there is none; asked for in one batch with the others of its moment. */
  load(id: string): T | undefined | Promise<T | undefined> {
    return this.known.get(id) ?? this.batches.load(id);
  }

  /** Rows by their ids, with one statement. */
  async loadAll(ids: readonly string[]): Promise<ReadonlyMap<string, T>> {
    await this.batches.loadMany([...new Set(ids)]);
    return this.known;
  }
}

/** A page of occurrences loads its events with one statement, and their owners with another. */
export interface Loaders {
  events: RowLoader<ShownEvent>;
  users: RowLoader<ShownUser>;
}

// Rows as they come: making entities of a page costs more than finding it.
const EVENTS = `select id, owner_id as "ownerId", status, time_zone as "timeZone", start_at as "startAt", end_at as "endAt",
  recurrence, information, location_address as "locationAddress", location_name as "locationName", revision
  from calendar.events where id = any($1)`;
const USERS = 'select id, name, username, email from calendar.users where id = any($1)';

/** New, empty loaders. */
export function createLoaders(dataSource: DataSource): Loaders {
  return { events: new RowLoader(dataSource, EVENTS), users: new RowLoader(dataSource, USERS) };
}
