import type { DayNumber, EpochSeconds, WallSeconds } from '../civil';
import type { Zone } from '../zones/zone';

export type Frequency = 'MINUTELY' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** `+2TU` is ordinal 2, weekday 1; a plain `TU` has ordinal 0, meaning every one. */
export interface WeekdayOrdinal {
  ordinal: number;
  /** 0 is Monday. */
  weekday: number;
}

/** The three shapes an UNTIL, EXDATE or RDATE value may have (RFC 5545 §3.3.4 and §3.3.5). */
export type DateValue =
  | { kind: 'instant'; instant: EpochSeconds }
  /** A wall time of the named zone, or of the event's when there is none. */
  | { kind: 'wall'; wall: WallSeconds; zone?: Zone }
  | { kind: 'date'; day: DayNumber };

/** A checked RRULE (RFC 5545 §3.3.10); lists are ascending and without repetitions, an absent part is undefined. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  count?: number;
  until?: DateValue;
  bySecond?: number[];
  byMinute?: number[];
  byHour?: number[];
  byDay?: WeekdayOrdinal[];
  byMonthDay?: number[];
  byYearDay?: number[];
  byWeekNumber?: number[];
  byMonth?: number[];
  bySetPosition?: number[];
  /** 0 is Monday, the default. */
  weekStart: number;
}

/** Everything a `recurrence` text says. */
export interface Recurrence {
  /** The accepted text: trimmed, unfolded, lines joined by `\n`. Parsing it again gives the same. */
  text: string;
  rule: Rule;
  exceptions: DateValue[];
  additions: DateValue[];
}

/** MO to SU; the index is the weekday. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
