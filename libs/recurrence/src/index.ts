export { dayOf, type DayNumber, type EpochSeconds, type LocalSeconds, SECONDS_PER_DAY } from './civil';
export { timesByZoneData, toStorableSeries, type OccurrenceDates, type StoredTimes } from './storable-series';
export {
  readSeries,
  readTimes,
  requireZone,
  restoreSeries,
  toDate,
  toEpochSeconds,
  type EventTimeText,
  type StoredEventTime,
  type TimesText,
} from './event-time';
export {
  exceptionInstants,
  exceptionsText,
  isInstance,
  withoutExceptions,
  withOverrides,
  withoutOverrides,
} from './exceptions';
export { expand, nextOccurrence } from './expansion/expand';
export { endOf, longestDuration, type Occurrence, type Window } from './expansion/occurrence';
export { MAX_STEPS, StepBudget } from './expansion/step-budget';
export { extentOf, isDense, type Extent } from './extent';
export { timeIndexOf, timeIndexOfSpan, type TimeIndex } from './time-index';
export { parseDateValue } from './grammar/date-values';
export { RecurrenceError } from './grammar/recurrence-error';
export { parseRecurrence } from './grammar/recurrence-text';
export type { DateValue, Frequency, Recurrence, Rule, WeekdayOrdinal } from './grammar/rule';
export { recurrenceIdLine, recurrenceLines } from './icalendar';
export { type InstanceMove, type SeriesTime, seriesBefore, seriesFrom, shiftOf } from './split-series';
export { createSeries, type Series, type SeriesInput, wholeDays } from './series';
export {
  formatBasicDate,
  formatBasicUtc,
  formatBasicLocal,
  formatInZone,
  formatUtc,
  formatLocal,
  parseBasicUtc,
  parseTimestamp,
} from './timestamps';
export { parsePosixRule, transitionsOfYear, type PosixRule, type Transition } from './zones/posix-rule';
export { findZone, ZONE_DATA_VERSION, zoneNames } from './zones/zone-catalogue';
export { offsetAt, toInstant, toLocal, type Zone } from './zones/zone';
