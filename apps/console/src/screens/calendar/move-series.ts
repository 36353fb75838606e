import { type CalendarClient, type Occurrence, ValidationError } from '@almanac/client';

/** Instants as RFC 3339; `end` is exclusive. */
export interface Period {
  start: string;
  end: string;
}

type SeriesEvent = Occurrence['occurrence']['event'];

/** The Temporal polyfill is large, so it loads when a move first needs it. */
const loadZonedTime = () => import('../../time/zoned-time.ts');

/** The id of an occurrence: the id of the event, and the recurrence start in the basic format of ISO 8601. */
const occurrenceIdOf = (eventId: string, recurrenceStart: string): string =>
  `${eventId}_${recurrenceStart.replace(/[-:]/g, '')}`;

/**
 * The first occurrence of a series, before overrides change it. It begins at the start of the event, unless an
 * EXDATE excludes this start, or an RDATE lies before it.
 * @returns instants as RFC 3339 in UTC
 */
async function firstOccurrenceOf(calendar: CalendarClient, { time }: SeriesEvent): Promise<Period> {
  const { utcOf } = await loadZonedTime();
  const { timeZone, start, end, recurrence } = time;
  const input = { timeZone: timeZone ?? 'UTC', start: start ?? '', end: end ?? '', recurrence };
  const [first = input] = await calendar.previewOccurrences(input, { first: 1 });
  return { start: utcOf(first.start), end: utcOf(first.end) };
}

/**
 * Moves a whole series. Its changed and cancelled occurrences, and the answers of guests, move with it. A rule that names only the old day
 * then names the new one.
 * @param from the times of an occurrence, or the first times of the series
 * @param to its new times; every occurrence moves by the same difference in local time
 * @throws ValidationError if the rule names days or times that do not fit the new time, see {@link isRuleRefusal}
 */
export async function moveSeries(
  calendar: CalendarClient,
  event: SeriesEvent,
  from: Period,
  to: Period,
): Promise<void> {
  const { shiftTimes } = await loadZonedTime();
  // A change from the first occurrence on moves the whole series.
  const first = await firstOccurrenceOf(calendar, event);
  const time = shiftTimes(first, from, to, event.time.timeZone ?? 'UTC');
  await calendar.changeSeriesFrom({ id: occurrenceIdOf(event.id, first.start), time });
}

/** Whether the calendar refuses to move a series, because its rule names days or times that do not fit the new time. */
export const isRuleRefusal = (error: unknown): boolean =>
  error instanceof ValidationError && error.property === 'input.time.recurrence';
