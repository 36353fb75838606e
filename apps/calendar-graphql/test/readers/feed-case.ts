import { dayOf, formatUtc, parseTimestamp, requireZone, SECONDS_PER_DAY, toInstant } from '@almanac/recurrence';

/** A feed of one event, and what GraphQL shows of it in a window. */
export interface FeedCase {
  id: string;
  /** The zone of the event: dates are days in it. */
  timeZone: string;
  text: string;
  /** Seconds. */
  from: number;
  to: number;
  /** `start end title` in UTC, sorted. */
  expected: string[];
}

/** An occurrence as a program reads it: seconds, or `YYYY-MM-DD`. */
export type ReadOccurrence = [start: number | string, end: number | string, title: string | null];

/** What a program makes of a feed: its occurrences, or its error. */
export type Reading = ReadOccurrence[] | string;

export function occurrenceText(start: number, end: number, title: string | null): string {
  return `${formatUtc(start)} ${formatUtc(end)}${title === null ? '' : ` ${title}`}`;
}

/** The occurrences of a reading that overlap the window, in the form of `expected`. */
export function shownBy({ timeZone, from, to }: FeedCase, reading: ReadOccurrence[]): string[] {
  const zone = requireZone(timeZone, 'timeZone');
  const instantOf = (time: number | string): number =>
    typeof time === 'number' ? time : toInstant(zone, dayOf(parseTimestamp(`${time}T00:00:00Z`)) * SECONDS_PER_DAY);
  const overlapping = reading
    .map(([start, end, title]) => ({ start: instantOf(start), end: instantOf(end), title }))
    .filter(({ start, end }) => start < to && (end > from || (start === end && start >= from)));
  return [...new Set(overlapping.map(({ start, end, title }) => occurrenceText(start, end, title)))].sort();
}

/** The expected occurrences, without titles for a reader that reports none. */
export function expectedOf({ expected }: FeedCase, hasTitles: boolean): string[] {
  return hasTitles ? expected : [...new Set(expected.map((text) => text.split(' ').slice(0, 2).join(' ')))].sort();
}
