import type { EventDetails, EventTimeInput } from '@almanac/client';
import { addDays, type Day, dayIn, daysBetween, isDay, LAST_DAY, timeIn } from '../calendar/plain-date.ts';
import { parseRecurrence, type Recurrence, defaultRule } from './recurrence.ts';
import { type Status, STATUSES } from './statuses.ts';

/** The texts of an event in one language. */
export interface Information {
  /** A BCP 47 tag. */
  language: string;
  title: string;
  description: string;
}

/** The start and end of an event as local times in its zone. */
export interface LocalTimes {
  isAllDay: boolean;
  startDay: Day;
  /** `HH:MM`; ignored for an all-day event. */
  startTime: string;
  /** The day of the end; the last day of an all-day event. */
  endDay: Day;
  /** `HH:MM`; ignored for an all-day event. */
  endTime: string;
  timeZone: string;
}

/** The values of the form of an event. */
export interface EventFormValues extends LocalTimes {
  /** One entry for each language. */
  info: Information[];
  recurrence: Recurrence;
  /**
   * The times of the form when their start was last complete. `moveRecurrence` moves the recurrence by the difference between these and the
   * new times.
   */
  completeTimes: LocalTimes;
  /**
   * The stored times and recurrence, which are saved unchanged. Undefined for a new event, and after the user has changed a time or
   * the recurrence.
   */
  storedTime: EventTimeInput | undefined;
  locationName: string;
  locationAddress: string;
  categories: string[];
  status: Status;
}

const DEFAULT_START_TIME = '09:00';
const DEFAULT_END_TIME = '10:00';

/** The values of the form of a new event. @param language BCP 47 tag of its title */
export function newForm(day: Day, timeZone: string, language: string): EventFormValues {
  const times = {
    isAllDay: false,
    startDay: day,
    startTime: DEFAULT_START_TIME,
    endDay: day,
    endTime: DEFAULT_END_TIME,
    timeZone,
  };
  return {
    ...times,
    completeTimes: times,
    info: [{ language, title: '', description: '' }],
    recurrence: { mode: 'none', simple: defaultRule(day), raw: '', exceptions: [], otherLines: [] },
    storedTime: undefined,
    locationName: '',
    locationAddress: '',
    categories: [],
    status: 'confirmed',
  };
}

/** The local times of two instants in RFC 3339. @param end exclusive */
export function localTimes(start: string, end: string, isAllDay: boolean, timeZone: string): LocalTimes {
  const endDay = dayIn(end, timeZone);
  return {
    isAllDay,
    startDay: dayIn(start, timeZone),
    startTime: isAllDay ? DEFAULT_START_TIME : timeIn(start, timeZone),
    endDay: isAllDay ? addDays(endDay, -1) : endDay,
    endTime: isAllDay ? DEFAULT_END_TIME : timeIn(end, timeZone),
    timeZone,
  };
}

/** The values of the form of a stored event. */
export function formOf({ event, tags, isAllDay }: EventDetails): EventFormValues {
  const { timeZone, start, end, recurrence, exceptions } = event.time;
  const zone = timeZone ?? 'UTC';
  const times = localTimes(start ?? '', end ?? '', isAllDay, zone);
  return {
    ...times,
    completeTimes: times,
    info: event.info.flatMap((entry) => (entry ? [{ ...entry, description: entry.description ?? '' }] : [])),
    recurrence: parseRecurrence({ recurrence, exceptions }, start ?? '', zone),
    storedTime: start && end ? { timeZone: zone, start, end, recurrence } : undefined,
    locationName: event.location.name ?? '',
    locationAddress: event.location.address ?? '',
    categories: tags,
    status: STATUSES.find((status) => status === event.status) ?? 'confirmed',
  };
}

/** The days of an event after a change of its first day. The event keeps its length in days, unless one of the days is incomplete. */
export function moveStartDay({ startDay, endDay }: LocalTimes, day: string): Partial<LocalTimes> {
  if (![startDay, endDay, day].every(isDay)) return { startDay: day };
  const movedEnd = addDays(day, daysBetween(startDay, endDay));
  // After the year 9999, `addDays` returns a format that the field cannot show.
  return { startDay: day, endDay: isDay(movedEnd) ? movedEnd : LAST_DAY };
}

/**
 * Whether the values of two forms differ. `completeTimes` and `storedTime` are not compared, because they follow from the other values.
 * After a change of a time, `storedTime` stays undefined, also if the user changes the time back.
 */
export function differ(form: EventFormValues, other: EventFormValues): boolean {
  const [one, two] = [form, other].map((each) =>
    JSON.stringify({ ...each, completeTimes: undefined, storedTime: undefined }),
  );
  return one !== two;
}

/** The values that belong together: `mergeStored` takes all of them from the form, or all of them from the stored event. */
const TIME_KEYS = [
  'isAllDay',
  'startDay',
  'startTime',
  'endDay',
  'endTime',
  'timeZone',
  'recurrence',
  'storedTime',
] as const satisfies readonly (keyof EventFormValues)[];

/**
 * The values of a form after the stored event has changed. A value that differs from `before` stays, because the user has changed it.
 * Every other value becomes the stored one. The times and the recurrence belong together: if the user has changed one of them, all of
 * them stay. But if the stored times or the stored recurrence have changed too, all of them become the stored ones. Otherwise saving the
 * form would undo the stored change. E.g. a series ends earlier after the user has changed one of its occurrences and all later ones.
 * @param before the values of the form when it was last loaded or saved
 * @param stored the values of the stored event
 */
export function mergeStored(form: EventFormValues, before: EventFormValues, stored: EventFormValues): EventFormValues {
  const isUnchanged = (key: keyof EventFormValues): boolean => form[key] === before[key];
  const merged = <Key extends keyof EventFormValues>(key: Key): EventFormValues[Key] =>
    isUnchanged(key) ? stored[key] : form[key];
  const hasNewTimes =
    before.storedTime !== undefined && JSON.stringify(before.storedTime) !== JSON.stringify(stored.storedTime);
  return {
    ...(hasNewTimes || TIME_KEYS.every(isUnchanged) ? stored : form),
    info: merged('info'),
    locationName: merged('locationName'),
    locationAddress: merged('locationAddress'),
    categories: merged('categories'),
    status: merged('status'),
  };
}
