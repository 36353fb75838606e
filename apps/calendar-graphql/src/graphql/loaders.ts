import { type CalendarEvent, type CalendarUser } from '@almanac/entities';
import DataLoader from 'dataloader';
import { type StoredSeries } from '../events/series-cache';
import { type PreparedStatement, type ReadDatabase } from '../database/read-database';

/** What is shown of an event. */
export type ShownEvent = StoredSeries &
  Pick<CalendarEvent, 'ownerId' | 'status' | 'information' | 'locationAddress' | 'locationName'>;

/** What is shown of a user. */
export type ShownUser = Pick<CalendarUser, 'id' | 'name' | 'username' | 'email'>;

/** Rows by id for one request. What is known already comes at once: a page whose rows are all known is built without waiting. */
export class RowLoader<T extends { id: string }> {
  private readonly known = new Map<string, T>();
  private readonly batches: DataLoader<string, T | undefined>;

  constructor(
    private readonly database: ReadDatabase,
    private readonly statement: PreparedStatement,
  ) {
    this.batches = new DataLoader(async (ids) => {
      await this.read(ids);
      return ids.map((id) => this.known.get(id));
    });
  }

  /** The row, or undefined when there is none; asked for in one batch with the others of its moment. */
  load(id: string): T | undefined | Promise<T | undefined> {
    return this.known.get(id) ?? this.batches.load(id);
  }

  /** Rows by their ids, with one statement. */
  async loadAll(ids: readonly string[]): Promise<ReadonlyMap<string, T>> {
    const missing = new Set(ids.filter((id) => !this.known.has(id)));
    if (missing.size > 0) await this.read([...missing]);
    return this.known;
  }

  private async read(ids: readonly string[]): Promise<void> {
    for (const row of await this.database.rows<T>(this.statement, [ids])) this.known.set(row.id, row);
  }
}

/** A page of occurrences loads its events with one statement, and their owners with another. */
export interface Loaders {
  events: RowLoader<ShownEvent>;
  users: RowLoader<ShownUser>;
}

// Rows as they come: making entities of a page costs more than finding it.
const EVENTS = {
  name: 'shown_events',
  text: `select id, owner_id as "ownerId", status, time_zone as "timeZone",
      extract(epoch from start_at)::float8 as "startAt", extract(epoch from end_at)::float8 as "endAt",
      recurrence, information, location_address as "locationAddress", location_name as "locationName",
      revision::text as revision
    from calendar.events where id = any($1)`,
};
const USERS = {
  name: 'shown_users',
  text: 'select id, name, username, email from calendar.users where id = any($1)',
};

/** New, empty loaders. */
export function createLoaders(database: ReadDatabase): Loaders {
  return { events: new RowLoader(database, EVENTS), users: new RowLoader(database, USERS) };
}
