import type { EventDetails, EventTimeInput } from '@almanac/client';
import { addDays, type Day, dayIn, timeIn } from '../calendar/plain-date.ts';
import { parseRecurrence, type Recurrence, simpleRule } from './recurrence.ts';
import { type Status, STATUSES } from './statuses.ts';

export interface Information {
  language: string;
  title: string;
  description: string;
}

/** The local times of an event. */
export interface LocalTimes {
  isAllDay: boolean;
  startDay: Day;
  startTime: string;
  /** The last day, also of an all-day event. */
  endDay: Day;
  endTime: string;
  timeZone: string;
}

/** The values of the form of an event. */
export interface EventFormValues extends LocalTimes {
  info: Information[];
  recurrence: Recurrence;
  /** The stored times and recurrence; undefined for a new event and after a change. While set, no times need to be converted. */
  storedTime: EventTimeInput | undefined;
  locationName: string;
  locationAddress: string;
  categories: string[];
  status: Status;
}

const DEFAULT_START_TIME = '09:00';
const DEFAULT_END_TIME = '10:00';

export function newForm(day: Day, timeZone: string, language: string): EventFormValues {
  return {
    info: [{ language, title: '', description: '' }],
    isAllDay: false,
    startDay: day,
    startTime: DEFAULT_START_TIME,
    endDay: day,
    endTime: DEFAULT_END_TIME,
    timeZone,
    recurrence: { mode: 'none', simple: simpleRule(day), raw: '', exceptions: [], otherLines: [] },
    storedTime: undefined,
    locationName: '',
    locationAddress: '',
    categories: [],
    status: 'confirmed',
  };
}

/** @param start an instant @param end an instant */
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

export function formOf({ event, tags, isAllDay }: EventDetails): EventFormValues {
  const { timeZone, start, end, recurrence, exceptions } = event.time;
  const zone = timeZone ?? 'UTC';
  const times = localTimes(start ?? '', end ?? '', isAllDay, zone);
  return {
    ...times,
    info: event.info.flatMap((entry) => (entry ? [{ ...entry, description: entry.description ?? '' }] : [])),
    recurrence: parseRecurrence({ recurrence, exceptions }, times.startDay, zone),
    storedTime: start && end ? { timeZone: zone, start, end, recurrence } : undefined,
    locationName: event.location.name ?? '',
    locationAddress: event.location.address ?? '',
    categories: tags,
    status: STATUSES.find((status) => status === event.status) ?? 'confirmed',
  };
}
