import { type OccurrenceOverride } from '@almanac/entities';
import { type EpochSeconds } from '@almanac/recurrence';
import { type PreparedStatement } from '../database/read-connections';

/** Start and end of an occurrence in seconds since 1970: those of its override, else those of its series. */
export interface OccurrenceSeconds {
  start: EpochSeconds;
  end: EpochSeconds;
  /** Its RECURRENCE-ID: the start that the series gives it. */
  recurrenceStart: EpochSeconds;
}

/** The times of the overrides of an event. */
export interface OverrideTimesRow {
  /** The id of the event. */
  id: string;
  /** In the order of their start. */
  times: (OccurrenceSeconds & { isCancelled: boolean })[];
}

/** The values of an override that differ from its event; null where it has the value of the event. */
export type OverrideRow = Pick<OccurrenceOverride, 'status' | 'information' | 'location'> & {
  /** See {@link overrideKey}. */
  id: string;
};

/** SQL: an instant in seconds since 1970. */
const seconds = (column: string): string => `extract(epoch from ${column})::bigint`;

/** Rows of {@link OverrideTimesRow} by event. */
export const OVERRIDE_TIMES: PreparedStatement = {
  name: 'override_times_by_event',
  text: `select event_id as id,
      json_agg(json_build_object('start', ${seconds('start_at')}, 'end', ${seconds('end_at')},
        'recurrenceStart', ${seconds('recurrence_at')}, 'isCancelled', is_cancelled)
        order by start_at, end_at, recurrence_at) as times
    from calendar.occurrence_overrides where event_id = any($1) group by event_id`,
};

/** Rows of {@link OverrideRow} by key. */
export const OVERRIDES: PreparedStatement = {
  name: 'overrides_by_key',
  text: `select wanted.key as id, o.status, o.information, o.location
    from unnest($1::text[]) as wanted (key)
    join calendar.occurrence_overrides o on o.event_id = split_part(wanted.key, ' ', 1)
      and o.recurrence_at = to_timestamp(split_part(wanted.key, ' ', 2)::bigint)`,
};

/** The key of an override in {@link OVERRIDES}: the id of its event and its RECURRENCE-ID. */
export function overrideKey({ eventId, recurrenceStart }: { eventId: string; recurrenceStart: EpochSeconds }): string {
  return `${eventId} ${recurrenceStart}`;
}
