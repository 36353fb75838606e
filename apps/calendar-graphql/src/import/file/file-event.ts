import { type DayNumber, type EpochSeconds, type LocalSeconds } from '@almanac/recurrence';

/** A DATE or DATE-TIME of a file (RFC 5545 §3.3.4, §3.3.5). */
export type FileTime =
  | { kind: 'instant'; instant: EpochSeconds }
  /** In `zone`, an IANA name. Without one it is a floating time. */
  | { kind: 'local'; local: LocalSeconds; zone?: string }
  | { kind: 'date'; day: DayNumber };

/** A DURATION: days are nominal, the rest is exact (RFC 5545 §3.3.6). */
export interface FileDuration {
  days: number;
  seconds: number;
}

/** The line of a component in its file, and its identifying properties. */
export interface ComponentIdentity {
  /** The line at which it begins, from 1. */
  line: number;
  /** E.g. `VEVENT`. */
  component: string;
  uid: string | null;
  /** The value of RECURRENCE-ID as it is written. */
  recurrenceId: string | null;
  title: string | null;
}

/** A VEVENT of a file. */
export interface FileEvent extends ComponentIdentity {
  uid: string;
  sequence: number;
  /** The LANGUAGE of SUMMARY as it is written. */
  language: string | null;
  description: string | null;
  location: string | null;
  tags: string[];
  /** Null without STATUS. */
  status: 'confirmed' | 'tentative' | 'cancelled' | null;
  /** Whether CLASS is PRIVATE or CONFIDENTIAL. */
  isPrivate: boolean;
  start: FileTime;
  end: FileTime | null;
  duration: FileDuration | null;
  /** The value of RRULE. */
  rule: string | null;
  additions: FileTime[];
  exceptions: FileTime[];
  /** The instance of its series that this component replaces. */
  replaces: FileTime | null;
  /** Sentences about values that the calendar stores differently or not at all. */
  warnings: string[];
}

/** A component that is not imported. */
export interface SkippedComponent extends ComponentIdentity {
  reason: string;
}

/** Properties or components of a name that the calendar does not store. */
export interface IgnoredName {
  name: string;
  count: number;
}

/** The content of an iCalendar file. */
export interface CalendarFile {
  /** The IANA name of X-WR-TIMEZONE, else of the zone in which most events start. */
  timeZone: string | null;
  events: FileEvent[];
  skipped: SkippedComponent[];
  /** The most frequent first. */
  ignored: IgnoredName[];
}
