import { type CalendarEvent, OccurrenceOverride } from '@almanac/entities';
import {
  endOf,
  type EpochSeconds,
  formatLocal,
  type Series,
  toDate,
  toEpochSeconds,
  toLocal,
} from '@almanac/recurrence';
import { isDeepStrictEqual } from 'node:util';
import { type OccurrenceChange } from '../outbox/calendar-outbox-events';
import { type CheckedOccurrenceChange } from './override-input';

/** The maximum number of overrides of a series. It equals the limit of EXDATEs, because feeds write cancelled occurrences as EXDATEs. */
export const MAX_OVERRIDES = 1_000;

/** The instance to change, with its event and series. */
interface ChangeContext {
  event: CalendarEvent;
  series: Series;
  recurrenceStart: EpochSeconds;
  /** The time of the change. */
  now: Date;
}

/**
 * Returns the override of an instance after a change; undefined when no value differs from the series. A value that equals that of the
 * event is stored as null, so that it follows later changes of the event. The status `cancelled` is always stored.
 * @param before the override before the change; undefined if there is none
 */
export function applyChange(
  before: OccurrenceOverride | undefined,
  change: CheckedOccurrenceChange,
  { event, series, recurrenceStart, now }: ChangeContext,
): OccurrenceOverride | undefined {
  const timeOfSeries = { start: recurrenceStart, end: endOf(series, recurrenceStart) };
  // `startLocal` is null when the override has the time of the series.
  const currentTime = before?.startLocal
    ? { start: toEpochSeconds(before.startAt), end: toEpochSeconds(before.endAt) }
    : timeOfSeries;
  const time = change.time ?? currentTime;
  const hasOwnTime = time.start !== timeOfSeries.start || time.end !== timeOfSeries.end;
  const status = change.status ?? before?.status ?? null;
  const information = change.information ?? before?.information ?? null;
  const location = change.location ?? before?.location ?? null;
  const own = {
    startLocal: hasOwnTime ? formatLocal(toLocal(series.zone, time.start)) : null,
    // A cancelled occurrence stays cancelled when its event is cancelled and then confirmed again.
    status: status === event.status && status !== 'cancelled' ? null : status,
    information: isDeepStrictEqual(information, event.information) ? null : information,
    location: isDeepStrictEqual(location, { address: event.locationAddress, name: event.locationName })
      ? null
      : location,
  };
  if (Object.values(own).every((value) => value === null)) return undefined;
  return Object.assign(new OccurrenceOverride(), own, {
    eventId: event.id,
    recurrenceAt: toDate(recurrenceStart),
    recurrenceLocal: formatLocal(toLocal(series.zone, recurrenceStart)),
    startAt: toDate(time.start),
    endAt: toDate(time.end),
    isEventCancelled: event.status === 'cancelled',
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  });
}

/** Whether two overrides of one instance have equal values. Undefined stands for no override. */
export function isSameOverride(one: OccurrenceOverride | undefined, other: OccurrenceOverride | undefined): boolean {
  if (!one || !other) return one === other;
  const valuesOf = ({ startAt, endAt, startLocal, status, information, location }: OccurrenceOverride) => {
    return { startAt, endAt, startLocal, status, information, location };
  };
  return isDeepStrictEqual(valuesOf(one), valuesOf(other));
}

/** The kind of a change, for webhooks. Undefined stands for no override. */
export function kindOfChange(
  before: OccurrenceOverride | undefined,
  after: OccurrenceOverride | undefined,
): OccurrenceChange['change'] {
  if (!after || (before?.status === 'cancelled' && after.status !== 'cancelled')) return 'restored';
  return after.status === 'cancelled' && before?.status !== 'cancelled' ? 'cancelled' : 'changed';
}
