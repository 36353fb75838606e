import { type EpochSeconds, type Series } from '@almanac/recurrence';
import { type SeriesColumns } from '../events/series-cache';

/** A series with occurrences that are not in the occurrence table. */
export interface UnstoredSeries {
  eventId: string;
  series: Series;
  /** The table of occurrences contains those with `end >= storedFrom` and `start < storedUntil`. */
  storedFrom: EpochSeconds;
  storedUntil: EpochSeconds;
}

/** The row from which an {@link UnstoredSeries} is computed. */
export interface UnstoredSeriesRow extends SeriesColumns {
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

/** SQL: the members of an {@link UnstoredSeriesRow} for json_build_object, from columns of `calendar.events e`. */
export const UNSTORED_SERIES_MEMBERS = `'id', e.id, 'revision', e.revision::text, 'timeZone', e.time_zone,
  'recurrence', e.recurrence, 'startAt', ${epochSecondsOf('e.start_at')}, 'endAt', ${epochSecondsOf('e.end_at')},
  'overriddenAt', ${overriddenOf('e')},
  'storedFrom', ${epochSecondsOf('e.materialized_from_at')},
  'storedUntil', ${epochSecondsOf('e.materialized_until_at')}`;
