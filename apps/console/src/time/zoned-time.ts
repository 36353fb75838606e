import { Temporal } from 'temporal-polyfill';

/**
 * The instant of a local time in a zone, as RFC 3339 in UTC. A local time that a clock change skips is moved forward by the
 * length of the gap. A local time that occurs twice means its first occurrence (RFC 5545, section 3.3.5).
 * @param local ISO 8601 without offset: `2026-11-24T09:00`, as in `datetime-local` fields, or with seconds
 * @throws RangeError when `local` or `timeZone` is not valid
 */
export const instantOf = (local: string, timeZone: string): string =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant().toString();

/**
 * The midnight at the start of a day in a zone, as RFC 3339 in UTC. If a clock change skips midnight: the first instant of the day.
 * @param day `YYYY-MM-DD`
 * @throws RangeError when `day` or `timeZone` is not valid
 */
export const midnightOf = (day: string, timeZone: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).toInstant().toString();

/** The local time of an instant in a zone, in the format of `datetime-local` fields: `2026-11-24T09:00`. */
export const localTimeOf = (instant: string, timeZone: string): string =>
  plainDateTimeOf(instant, timeZone).toString({ smallestUnit: 'minute' });

/** An RFC 3339 timestamp, converted to UTC and truncated to whole seconds: `2026-11-24T08:00:00Z`. */
export const utcOf = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** Adds days to an instant. The local time in the zone stays the same. @returns RFC 3339 in UTC */
export const addDaysInZone = (instant: string, days: number, timeZone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).add({ days }).toInstant().toString();

/** The local date and time of an instant in a zone. */
const plainDateTimeOf = (instant: string, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();

/** Instants as RFC 3339. */
interface Period {
  start: string;
  end: string;
}

/**
 * Moves the start of `times` by the difference between the starts of `from` and `to`, and the end by the difference between their
 * ends. The differences are in local time, so a clock change between `from` and `to` does not change them.
 * @returns instants as RFC 3339 in UTC
 */
export function shiftTimes(times: Period, from: Period, to: Period, timeZone: string): Period {
  const local = (instant: string): Temporal.PlainDateTime => plainDateTimeOf(instant, timeZone);
  const shift = (instant: string, before: string, after: string): string =>
    local(instant)
      .add(local(before).until(local(after)))
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString();
  return { start: shift(times.start, from.start, to.start), end: shift(times.end, from.end, to.end) };
}

interface LocalStart {
  /** In the format of `datetime-local` fields: `2026-11-24T09:00`. */
  start: string;
  timeZone: string;
}

/**
 * Moves an instant of a series by the difference between two starts of the series, in local time. The starts can have different zones.
 * @param instant RFC 3339 or the format of iCalendar, e.g. `20270302T090000Z`
 * @returns RFC 3339 in UTC
 */
export function moveWithStart(instant: string, from: LocalStart, to: LocalStart): string {
  const [before, after] = [Temporal.PlainDateTime.from(from.start), Temporal.PlainDateTime.from(to.start)];
  return localTimeInSeries(instant, before, from.timeZone)
    .add(before.until(after))
    .toZonedDateTime(to.timeZone)
    .toInstant()
    .toString();
}

/**
 * The local time that a series has at an instant. It differs from the time that clocks show if a clock change skips the time of the
 * series: on that day, a series at 02:30 takes place at 03:30.
 */
function localTimeInSeries(
  instant: string,
  seriesStart: Temporal.PlainDateTime,
  timeZone: string,
): Temporal.PlainDateTime {
  const shown = plainDateTimeOf(instant, timeZone);
  const inSeries = shown.withPlainTime(seriesStart.toPlainTime());
  return inSeries.toZonedDateTime(timeZone).toInstant().equals(Temporal.Instant.from(instant)) ? inSeries : shown;
}
