import type { DataSource } from 'typeorm';
import type { CalendarEvent } from './calendar-event.entity';
import { searchDocument } from './search-terms';

const BATCH_SIZE = 500;

type Row = Pick<CalendarEvent, 'id' | 'information' | 'locationName' | 'locationAddress'>;

/**
 * Adds the search document to events that were stored by a version without the search. Runs daily.
 * @returns the number of updated events
 */
export async function indexEventsForSearch(dataSource: DataSource): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await dataSource.transaction(async (manager) => {
      const rows = await manager.query<Row[]>(
        `select id, information, location_name as "locationName", location_address as "locationAddress"
         from calendar.events where search_document is null order by id limit $1 for update skip locked`,
        [BATCH_SIZE],
      );
      await manager.query(
        `update calendar.events e set search_document = d.document::tsvector
         from unnest($1::text[], $2::text[]) as d (id, document) where e.id = d.id`,
        [rows.map(({ id }) => id), rows.map(searchDocument)],
      );
      return rows.length;
    });
    total += count;
    if (count < BATCH_SIZE) return total;
  }
}
