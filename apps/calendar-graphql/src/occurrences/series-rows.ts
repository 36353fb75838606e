import { type EpochSeconds, type Series } from '@almanac/recurrence';
import { type StoredSeries } from '../events/series-cache';

/** A series of which the occurrence table does not hold everything in a window. */
export interface OpenSeries {
  eventId: string;
  series: Series;
  /** The table holds what ends at or after this and starts before the next. */
  heldFrom: EpochSeconds;
  heldUntil: EpochSeconds;
}

/** The same as it is stored. */
export interface OpenSeriesRow extends StoredSeries {
  heldFrom: EpochSeconds;
  heldUntil: EpochSeconds;
}

/** SQL: an instant in seconds, as libs/recurrence counts them. */
export function secondsOf(column: string): string {
  return `floor(extract(epoch from ${column}))::bigint`;
}

/** SQL: the members of an {@link OpenSeriesRow} for json_build_object, from columns of `calendar.events e`. */
export const OPEN_SERIES_MEMBERS = `'id', e.id, 'revision', e.revision::text, 'timeZone', e.time_zone,
  'recurrence', e.recurrence, 'startAt', ${secondsOf('e.start_at')}, 'endAt', ${secondsOf('e.end_at')},
  'heldFrom', ${secondsOf('e.materialized_from_at')}, 'heldUntil', ${secondsOf('e.materialized_until_at')}`;
