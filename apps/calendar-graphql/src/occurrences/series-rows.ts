import { type EpochSeconds, type Series } from '@almanac/recurrence';
import { type SeriesColumns } from '../events/series-cache';

/** A series whose occurrences are not all in the occurrence table. */
export interface PartlyStoredSeries {
  eventId: string;
  series: Series;
  /**
   * The table contains the occurrences without override that have `end >= storedFrom` and `start < storedUntil`. For a dense series, it
   * contains none, and `storedFrom` is later than `storedUntil`.
   */
  storedFrom: EpochSeconds;
  storedUntil: EpochSeconds;
}

/** The row from which a {@link PartlyStoredSeries} is computed. */
export interface PartlyStoredSeriesRow extends SeriesColumns {
  storedFrom: EpochSeconds;
  storedUntil: EpochSeconds;
}

/** SQL: an instant in whole seconds since 1970, as in libs/recurrence. */
export function epochSecondsOf(column: string): string {
  return `floor(extract(epoch from ${column}))::bigint`;
}

/** SQL: the recurrence starts of the overrides of an event, as JSON in seconds; null without overrides. @param table the alias of events */
export function overriddenOf(table: string): string {
  return `case when ${table}.overridden_at <> '{}' then
    (select json_agg(${epochSecondsOf('at')}) from unnest(${table}.overridden_at) as at) end`;
}

/** SQL: the arguments of json_build_object for a {@link PartlyStoredSeriesRow}, from the columns of `calendar.events e`. */
export const PARTLY_STORED_SERIES_JSON = `'id', e.id, 'revision', e.revision::text, 'timeZone', e.time_zone,
  'recurrence', e.recurrence, 'startAt', ${epochSecondsOf('e.start_at')}, 'endAt', ${epochSecondsOf('e.end_at')},
  'overriddenAt', ${overriddenOf('e')},
  'storedFrom', ${epochSecondsOf('e.materialized_from_at')},
  'storedUntil', ${epochSecondsOf('e.materialized_until_at')}`;
