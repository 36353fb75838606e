export { dayOf, type DayNumber, type EpochSeconds, type LocalSeconds, SECONDS_PER_DAY } from './civil';
export { createDayMove } from './day-move';
export {
  type OccurrenceDates,
  type StoredStartAndEnd,
  timesByCurrentZoneData,
  toStorableSeries,
} from './storable-series';
export {
  type EventTimeText,
  readSeries,
  readTimes,
  requireZone,
  seriesOfStored,
  type StoredEventTime,
  type TimesText,
  toDate,
  toEpochSeconds,
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
export { endOf, longestDuration, type OccurrenceSpan, type Window } from './expansion/occurrence';
export { MAX_STEPS, StepBudget } from './expansion/step-budget';
export { extentOf, isDense, type Extent } from './extent';
export { timeIndexOf, timeIndexOfSpan, type TimeIndex } from './time-index';
export { parseDateValue } from './grammar/date-values';
export { RecurrenceError } from './grammar/recurrence-error';
export { parseRecurrence } from './grammar/recurrence-text';
export type { DateValue, Frequency, Recurrence, Rule, WeekdayOrdinal } from './grammar/rule';
export { recurrenceIdLine, recurrenceLines } from './icalendar';
export { createShift, type InstanceMove, seriesBefore, seriesFrom, type SeriesTime } from './split-series';
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
