import { type DayNumber, type EpochSeconds, type LocalSeconds } from '@almanac/recurrence';

/** A DATE or DATE-TIME of a file (RFC 5545 §3.3.4, §3.3.5). */
export type FileTime =
  | { kind: 'instant'; instant: EpochSeconds }
  /** A local time of `zone`, an IANA name; without `zone`, a floating time. */
  | { kind: 'local'; local: LocalSeconds; zone?: string }
  | { kind: 'date'; day: DayNumber };

/** A DURATION. A day lasts until the same local time of the next day; `seconds` are exact (RFC 5545 §3.3.6). */
export interface FileDuration {
  days: number;
  seconds: number;
}

/** The line of a component in its file, and its identifying properties. */
export interface ComponentIdentity {
  /** The line at which it begins, from 1. */
  line: number;
  /** The name of the component, e.g. `VEVENT`. */
  component: string;
  uid: string | null;
  /** The value of RECURRENCE-ID as it is written; null without it. */
  recurrenceId: string | null;
  title: string | null;
}

/** A VEVENT of a file. */
export interface FileEvent extends ComponentIdentity {
  uid: string;
  sequence: number;
  /** The LANGUAGE parameter of SUMMARY as it is written. */
  language: string | null;
  description: string | null;
  location: string | null;
  tags: string[];
  /** Null without STATUS, and for an unknown value. */
  status: 'confirmed' | 'tentative' | 'cancelled' | null;
  /** Whether CLASS is PRIVATE or CONFIDENTIAL. */
  isPrivate: boolean;
  start: FileTime;
  end: FileTime | null;
  duration: FileDuration | null;
  /** The value of RRULE. */
  rule: string | null;
  /** The values of RDATE. */
  additions: FileTime[];
  /** The values of EXDATE. */
  exceptions: FileTime[];
  /** The RECURRENCE-ID: the start of the instance that this component replaces; null for an event or series. */
  replaces: FileTime | null;
  /** Sentences about values that the calendar stores differently or not at all. */
  warnings: string[];
}

/** A component that is not imported. */
export interface SkippedComponent extends ComponentIdentity {
  reason: string;
}

/** A name of properties, or of components nested in a VEVENT (e.g. `VALARM`), that the import ignores, and their number in all VEVENTs. */
export interface IgnoredName {
  name: string;
  count: number;
}

/** The content of an iCalendar file. */
export interface CalendarFile {
  /** The IANA name of the zone in X-WR-TIMEZONE, else of the zone in which most events start; null without both. */
  timeZone: string | null;
  events: FileEvent[];
  skipped: SkippedComponent[];
  /** The most frequent first. */
  ignored: IgnoredName[];
}
