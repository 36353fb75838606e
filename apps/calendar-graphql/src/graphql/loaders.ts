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

/** Batches of one request: a page of occurrences loads its events with one statement, and their owners with another. */
export interface Loaders {
  events: DataLoader<string, ShownEvent | undefined>;
  users: DataLoader<string, ShownUser | undefined>;
}

// Rows as they come: making entities of a page costs more than finding it.
const EVENTS = `select id, owner_id as "ownerId", status, time_zone as "timeZone", start_at as "startAt", end_at as "endAt",
  recurrence, information, location_address as "locationAddress", location_name as "locationName", revision
  from calendar.events where id = any($1)`;
const USERS = 'select id, name, username, email from calendar.users where id = any($1)';

function loader<T extends { id: string }>(
  dataSource: DataSource,
  statement: string,
): DataLoader<string, T | undefined> {
  return new DataLoader(async (ids: readonly string[]) => {
    const found = await dataSource.query<T[]>(statement, [ids]);
    const byId = new Map(found.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  });
}

/** New, empty loaders. */
export function createLoaders(dataSource: DataSource): Loaders {
  return { events: loader(dataSource, EVENTS), users: loader(dataSource, USERS) };
}
