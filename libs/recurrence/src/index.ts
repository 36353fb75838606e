export type { DayNumber, EpochSeconds, WallSeconds } from './civil';
export { datedSeries, startByZoneData, type DatedOccurrence, type StoredStart } from './dated-series';
export {
  readSeries,
  requireZone,
  restoreSeries,
  toDate,
  toEpochSeconds,
  type EventTimeText,
  type StoredEventTime,
} from './event-time';
export { exceptionInstants, exceptionsText } from './exceptions';
export { expand, nextOccurrence } from './expansion/expand';
export type { Occurrence, Window } from './expansion/occurrence';
export { MAXIMUM_STEPS, StepBudget } from './expansion/step-budget';
export { extentOf, isDense, type Extent } from './extent';
export { footprintOf, footprintOfSpan, type Footprint } from './footprint';
export { RecurrenceError } from './grammar/recurrence-error';
export { parseRecurrence } from './grammar/recurrence-text';
export type { DateValue, Frequency, Recurrence, Rule, WeekdayOrdinal } from './grammar/rule';
export { recurrenceLines } from './icalendar';
export { createSeries, type Series, type SeriesInput } from './series';
export {
  formatBasicDate,
  formatBasicUtc,
  formatBasicWall,
  formatInZone,
  formatUtc,
  formatWall,
  parseTimestamp,
} from './timestamps';
export { parsePosixRule, transitionsOfYear, type PosixRule, type Transition } from './zones/posix-rule';
export { findZone, ZONE_DATA_VERSION, zoneNames } from './zones/zone-catalogue';
export { offsetAt, toInstant, toWall, type Zone } from './zones/zone';
