import { type CalendarEvent, type CalendarUser } from '@almanac/entities';
import DataLoader from 'dataloader';
import { type SeriesColumns } from '../events/series-cache';
import { overriddenOf } from '../occurrences/series-rows';
import { OVERRIDE_TIMES, type OverrideRow, OVERRIDES, type OverrideTimesRow } from '../overrides/override-rows';
import { type PreparedStatement, type RowListReader } from '../database/read-connections';

/** The columns of an event that queries return. */
export type EventRow = SeriesColumns &
  Pick<CalendarEvent, 'ownerId' | 'status' | 'information' | 'locationAddress' | 'locationName'>;

/** The columns of a user that queries return. */
export type UserRow = Pick<CalendarUser, 'id' | 'name' | 'username' | 'email'>;

/** Loads rows by id for one request. Rows that are already loaded are returned without a promise, which would cost time for each row. */
export class RowLoader<T extends { id: string }> {
  private readonly known = new Map<string, T>();
  private readonly batches: DataLoader<string, T | undefined>;

  constructor(
    /** Tried in this order: each reader reads the rows that the readers before it did not find. */
    private readonly readers: readonly RowListReader[],
    private readonly statement: PreparedStatement,
  ) {
    this.batches = new DataLoader(async (ids) => {
      await this.read(ids);
      return ids.map((id) => this.known.get(id));
    });
  }

  /** The row, or undefined when there is none. Concurrent calls share one statement per reader. */
  load(id: string): T | undefined | Promise<T | undefined> {
    return this.known.get(id) ?? this.batches.load(id);
  }

  /** Loads rows with one statement per reader. Returns all rows loaded so far, by id. */
  async loadAll(ids: readonly string[]): Promise<ReadonlyMap<string, T>> {
    const missing = new Set(ids.filter((id) => !this.known.has(id)));
    if (missing.size > 0) await this.read([...missing]);
    return this.known;
  }

  /** Makes the next call read a row again, because a mutation in the same request changed it. */
  forget(id: string): void {
    this.known.delete(id);
    this.batches.clear(id);
  }

  private async read(ids: readonly string[]): Promise<void> {
    for (const reader of this.readers) {
      const missing = ids.filter((id) => !this.known.has(id));
      if (missing.length === 0) return;
      for (const row of await reader.rows<T>(this.statement, [missing])) this.known.set(row.id, row);
    }
  }
}

/** The columns of an event that the type EventDetails and the field `tags` of OccurrenceNode need. */
export type DetailsRow = Pick<CalendarEvent, 'id' | 'tags'> & {
  uid: string;
  /** `createdAt` and `updatedAt`: RFC 3339 in UTC. */
  createdAt: string;
  updatedAt: string;
};

/** The loaders of a request. One statement reads all events of a page of results, and one reads their owners. */
export interface Loaders {
  events: RowLoader<EventRow>;
  details: RowLoader<DetailsRow>;
  users: RowLoader<UserRow>;
  /** The signed-in users, from the primary: a ticket can have created the account so recently that a replica does not have it yet. */
  sessionUsers: RowLoader<UserRow>;
  /** By event: the times of its overrides. */
  overrideTimes: RowLoader<OverrideTimesRow>;
  /** By the id of the event and the recurrence start, joined by a space; see `overrideKey` in `override-rows.ts`. */
  overrides: RowLoader<OverrideRow>;
}

/** SQL: an instant in the format of the GraphQL scalar Date. */
function utcOf(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
}

// Plain SQL instead of entities: TypeORM takes longer to create the entities of a page than PostgreSQL to find the rows.
const EVENTS: PreparedStatement = {
  name: 'events_by_id',
  text: `select id, owner_id as "ownerId", status, time_zone as "timeZone",
      extract(epoch from start_at)::float8 as "startAt", extract(epoch from end_at)::float8 as "endAt",
      ${overriddenOf('e')} as "overriddenAt", recurrence, information, location_address as "locationAddress", location_name as "locationName",
      revision::text as revision
    from calendar.events e where id = any($1)`,
};
const DETAILS: PreparedStatement = {
  name: 'event_details_by_id',
  text: `select id, coalesce(uid, id) as uid, tags, ${utcOf('created_at')} as "createdAt", ${utcOf('updated_at')} as "updatedAt"
    from calendar.events where id = any($1)`,
};
const USERS: PreparedStatement = {
  name: 'users_by_id',
  text: 'select id, name, username, email from calendar.users where id = any($1)',
};

/**
 * New loaders for one request.
 * @param reader may read from a replica for a query, but not for a mutation, because a replica can lack the change
 * @param primary reads the users that `reader` does not find: lists of events come from the primary, and a replica can lack the owner of a
 *   new event
 */
export function createLoaders(reader: RowListReader, primary: RowListReader): Loaders {
  return {
    events: new RowLoader<EventRow>([reader], EVENTS),
    details: new RowLoader<DetailsRow>([reader], DETAILS),
    users: new RowLoader<UserRow>([reader, primary], USERS),
    sessionUsers: new RowLoader<UserRow>([primary], USERS),
    overrideTimes: new RowLoader<OverrideTimesRow>([reader], OVERRIDE_TIMES),
    overrides: new RowLoader<OverrideRow>([reader], OVERRIDES),
  };
}
