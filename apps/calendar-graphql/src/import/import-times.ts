import {
  dayOf,
  type EpochSeconds,
  formatBasicDate,
  formatBasicLocal,
  formatBasicUtc,
  formatUtc,
  type OccurrenceSpan,
  readTimes,
  requireZone,
  SECONDS_PER_DAY,
  toInstant,
  toLocal,
  type Zone,
} from '@almanac/recurrence';
import { type FileEvent, type FileTime } from './file/file-event';
import { groupBy } from '../events/group-by';

/** A rule whose only instance is its start, for events without RRULE. The calendar accepts RDATE and EXDATE only with a rule. */
const START_ONLY_RULE = 'FREQ=DAILY;COUNT=1';

/** The instant of a time. Dates (their midnight) and floating times are read in `zone`. */
export function instantOf(time: FileTime, zone: Zone): EpochSeconds {
  if (time.kind === 'instant') return time.instant;
  if (time.kind === 'date') return toInstant(zone, time.day * SECONDS_PER_DAY);
  return toInstant(time.zone === undefined ? zone : requireZone(time.zone, 'ics'), time.local);
}

/** Whether the event is a series: it has RRULE, RDATE or EXDATE. */
function isRecurring({ rule, additions, exceptions }: FileEvent): boolean {
  return rule !== null || additions.length > 0 || exceptions.length > 0;
}

/**
 * The zone of an event. A series that starts in UTC gets the zone UTC, because in another zone its instances would follow clock changes. A
 * single event that starts in UTC gets the zone `fallback`: its instant is the same in all zones.
 * @param fallback the zone of dates and of times without a zone
 */
export function zoneOfEvent(event: FileEvent, fallback: Zone): Zone {
  const { start } = event;
  if (start.kind === 'local' && start.zone !== undefined) return requireZone(start.zone, 'ics');
  return start.kind === 'instant' && isRecurring(event) ? requireZone('UTC', 'ics') : fallback;
}

/**
 * Start and end of a component. Without DTEND and DURATION, an event with a date lasts one day, and one with a time has no duration
 * (RFC 5545 §3.6.1).
 * @throws ValidationError when the end lies before the start, or the calendar does not accept the times
 */
export function timesOf({ start, end, duration }: FileEvent, zone: Zone): OccurrenceSpan {
  const from = instantOf(start, zone);
  let to = from;
  if (start.kind === 'date') {
    const endDay = end?.kind === 'date' ? end.day : start.day + (duration?.days ?? 1);
    // DTEND is the day after the last one. Some programs write the date of DTSTART instead, so an event lasts at least one day.
    to = toInstant(zone, Math.max(endDay, start.day + 1) * SECONDS_PER_DAY);
  } else if (end) {
    to = instantOf(end, zone);
  } else if (duration) {
    const days = duration.days * SECONDS_PER_DAY;
    to = (days === 0 ? from : toInstant(zone, toLocal(zone, from) + days)) + duration.seconds;
  }
  return readTimes(zone, { start: formatUtc(from), end: formatUtc(to) });
}

/** RDATE or EXDATE lines: one for all times with the same parameters. */
function dateLines(name: string, times: readonly FileTime[]): string[] {
  const byParameters = groupBy(times.map(writtenTime), ({ parameters }) => parameters);
  return [...byParameters].map(
    ([parameters, values]) => `${name}${parameters}:${values.map(({ text }) => text).join(',')}`,
  );
}

function writtenTime(time: FileTime): { parameters: string; text: string } {
  if (time.kind === 'instant') return { parameters: '', text: formatBasicUtc(time.instant) };
  if (time.kind === 'date') return { parameters: ';VALUE=DATE', text: formatBasicDate(time.day * SECONDS_PER_DAY) };
  return { parameters: time.zone === undefined ? '' : `;TZID=${time.zone}`, text: formatBasicLocal(time.local) };
}

/** The RRULE, RDATE and EXDATE lines of an event, joined by \n; null for a single event. */
export function recurrenceText(event: FileEvent): string | null {
  if (!isRecurring(event)) return null;
  const { rule, additions, exceptions } = event;
  const dates = [...dateLines('RDATE', additions), ...dateLines('EXDATE', exceptions)];
  return [`RRULE:${rule ?? START_ONLY_RULE}`, ...dates].join('\n');
}

/**
 * Builds a series for components with RECURRENCE-ID whose series is not in the file. Programs export invitations to single
 * occurrences in this way. The series has exactly these occurrences.
 * @param overrides the components with RECURRENCE-ID
 * @param fallback the zone of dates and of times without a zone
 * @returns undefined without components
 */
export function seriesOfOverrides(overrides: readonly FileEvent[], fallback: Zone): FileEvent | undefined {
  const dated = overrides.flatMap((event) => (event.replaces ? [{ event, at: event.replaces }] : []));
  const [first, ...rest] = dated.sort((one, other) => instantOf(one.at, fallback) - instantOf(other.at, fallback));
  if (!first) return undefined;
  const { event, at } = first;
  const zone = zoneOfEvent(event, fallback);
  const { start, end } = timesOf(event, zone);
  const days = dayOf(toLocal(zone, end)) - dayOf(toLocal(zone, start));
  return {
    ...event,
    start: at,
    end: null,
    duration: at.kind === 'date' ? { days, seconds: 0 } : { days: 0, seconds: end - start },
    rule: START_ONLY_RULE,
    additions: rest.map((other) => other.at),
    exceptions: [],
    replaces: null,
    recurrenceId: null,
    // Each component has its own status, also the first one.
    status: null,
  };
}
