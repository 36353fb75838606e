import { Temporal } from 'temporal-polyfill';

/**
 * The instant of a local time in a zone, as RFC 3339 in UTC. A local time that the zone skips is moved forward; a local time that
 * occurs twice means its first occurrence (RFC 5545, section 3.3.5).
 * @param local `2026-11-24T09:00`, as `datetime-local` fields have it
 * @throws RangeError when `local` is not a time
 */
export const instantOf = (local: string, timeZone: string): string =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant().toString();

/** Midnight at the start of a day in a zone, as RFC 3339 in UTC. */
export const midnightOf = (day: string, timeZone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant().toString();

/** The local time of an instant in a zone, as `datetime-local` fields take it: `2026-11-24T09:00`. */
export const localTimeOf = (instant: string, timeZone: string): string =>
  localDateTimeOf(instant, timeZone).toString({ smallestUnit: 'minute' });

/** An instant in any format of RFC 3339, converted to UTC and without fractions of a second. */
export const utcOf = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** The instant with the same local time in a zone `days` days later, as RFC 3339 in UTC. */
export const daysLater = (instant: string, days: number, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).add({ days }).toInstant().toString();

const localDateTimeOf = (instant: string, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();

interface Times {
  start: string;
  end: string;
}

/** Moves the start and end of `times` by the difference between those of `from` and `to`, in local time of the zone. */
export function shiftTimes(times: Times, from: Times, to: Times, timeZone: string): Times {
  const local = (instant: string): Temporal.PlainDateTime => localDateTimeOf(utcOf(instant), timeZone);
  const move = (time: string, old: string, next: string): string =>
    local(time)
      .add(local(old).until(local(next)))
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString();
  return { start: move(times.start, from.start, to.start), end: move(times.end, from.end, to.end) };
}
