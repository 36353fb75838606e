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
  /** Ordered by start, end and RECURRENCE-ID. */
  times: (OccurrenceSeconds & { isCancelled: boolean })[];
}

/** The values of an override that differ from its event. A value is null if the override has the value of the event. */
export type OverrideRow = Pick<OccurrenceOverride, 'status' | 'information' | 'location'> & {
  /** See {@link overrideKey}. */
  id: string;
};

/** SQL: an instant in seconds since 1970. */
const seconds = (column: string): string => `extract(epoch from ${column})::bigint`;

/** Selects the {@link OverrideTimesRow} of each event with overrides. $1: the ids of events. */
export const OVERRIDE_TIMES: PreparedStatement = {
  name: 'override_times_by_event',
  text: `select event_id as id,
      json_agg(json_build_object('start', ${seconds('start_at')}, 'end', ${seconds('end_at')},
        'recurrenceStart', ${seconds('recurrence_at')}, 'isCancelled', is_cancelled)
        order by start_at, end_at, recurrence_at) as times
    from calendar.occurrence_overrides where event_id = any($1) group by event_id`,
};

/** Selects the {@link OverrideRow} of each key. $1: keys, see {@link overrideKey}. */
export const OVERRIDES: PreparedStatement = {
  name: 'overrides_by_key',
  text: `select wanted.key as id, o.status, o.information, o.location
    from unnest($1::text[]) as wanted (key)
    join calendar.occurrence_overrides o on o.event_id = split_part(wanted.key, ' ', 1)
      and o.recurrence_at = to_timestamp(split_part(wanted.key, ' ', 2)::bigint)`,
};

/** The key of an override for {@link OVERRIDES}: the id of its event and its recurrence start in seconds, with a space between them. */
export function overrideKey({ eventId, recurrenceStart }: { eventId: string; recurrenceStart: EpochSeconds }): string {
  return `${eventId} ${recurrenceStart}`;
}
