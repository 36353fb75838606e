import type { DayNumber, EpochSeconds, LocalSeconds } from '../civil';
import type { Zone } from '../zones/zone';

export type Frequency = 'MINUTELY' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A value of BYDAY. `+2TU` has the ordinal 2 and the weekday 1. `TU` has the ordinal 0, which means every Tuesday. */
export interface WeekdayOrdinal {
  ordinal: number;
  /** 0 is Monday. */
  weekday: number;
}

/** The value of an UNTIL, EXDATE or RDATE: a date, a local time or an instant (RFC 5545 §3.3.4, §3.3.5). */
export type DateValue =
  | { kind: 'instant'; instant: EpochSeconds }
  /** A local time in `zone`; without `zone`, in the event's zone. */
  | { kind: 'local'; local: LocalSeconds; zone?: Zone }
  | { kind: 'date'; day: DayNumber };

/** A checked RRULE (RFC 5545 §3.3.10). Lists of numbers are ascending and without repetitions. An absent part is undefined. */
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

/** The content of a `recurrence` string. */
export interface Recurrence {
  /** The accepted string: trimmed, unfolded, lines joined by `\n`. Parsing it again gives an equal object. */
  text: string;
  rule: Rule;
  /** The values of EXDATE. */
  exceptions: DateValue[];
  /** The values of RDATE. */
  additions: DateValue[];
}

/** MO to SU; the index is the weekday. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
