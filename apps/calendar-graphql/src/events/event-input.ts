import { CalendarEvent, type DerivedTimes, deriveTimes, type Horizon } from '@almanac/entities';
import { formatLocal, readSeries, type Series, toDate, toStorableSeries, ZONE_DATA_VERSION } from '@almanac/recurrence';
import { checkInput, EventDetailsDto } from '@almanac/validation';
import { type CreateEventInput, type UpdateEventInput } from '../generated/schema-types';
import { collectIssue } from '../graphql/collect-issue';
import { assertNoIssues, inputError } from '../graphql/input-error';

/** The validated input of an event. An update does not change an absent column, nor the time if `series` is undefined. */
export interface CheckedEvent {
  series: Series | undefined;
  columns: Partial<CalendarEvent>;
}

/** The form in which tags of events and categories of filters are compared. */
export function tagKey(tag: string): string {
  return tag.trim().toLowerCase();
}

function tagColumns(tags: readonly string[]): Pick<CalendarEvent, 'tags' | 'tagKeys'> {
  const byKey = new Map<string, string>();
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag);
  return { tags: [...byKey.values()], tagKeys: [...byKey.keys()] };
}

function isStatus(status: string | null | undefined): status is CalendarEvent['status'] {
  return status === 'confirmed' || status === 'tentative' || status === 'cancelled';
}

/** The columns of the given details of an event. The details are everything except its time. */
export function detailColumns({ info, location, meta, status }: EventDetailsDto): Partial<CalendarEvent> {
  return {
    ...(info && {
      information: info.map(({ language, title, description }) => ({
        language,
        title,
        description: description ?? null,
      })),
    }),
    ...(location && { locationAddress: location.address ?? null, locationName: location.name ?? null }),
    ...(meta && tagColumns(meta.tags)),
    ...(isStatus(status) && { status }),
  };
}

/**
 * Validates the input of an event, without the database.
 * @throws ValidationError with the issues of all details, and the first issue of the time
 */
export function checkEvent(input: CreateEventInput | UpdateEventInput): CheckedEvent {
  const { input: details, issues } = checkInput(EventDetailsDto, input, 'input');
  const { time } = input;
  const series = time ? collectIssue(() => readSeries(time), issues) : undefined;
  assertNoIssues(issues);
  return { series, columns: detailColumns(details) };
}

/**
 * Validates the input of a new event, which needs a time.
 * @throws ValidationError with the issues of {@link checkEvent}; if there are none, for a missing time
 */
export function checkNewEvent(input: CreateEventInput): CheckedEvent & { series: Series } {
  const { series, columns } = checkEvent(input);
  if (!series) throw inputError([{ path: 'input.time', message: 'time is missing' }]);
  return { series, columns };
}

/** The columns of an event's time, including those that are derived from the series, such as the stored period and the time index. */
export function timeColumns(
  series: Series,
  horizon: Horizon,
): DerivedTimes &
  Pick<CalendarEvent, 'timeZone' | 'startLocal' | 'startAt' | 'endAt' | 'recurrence' | 'zoneDataRelease'> {
  const { zone, startLocal, start, end, recurrence } = series;
  return {
    timeZone: zone.name,
    startLocal: formatLocal(startLocal),
    startAt: toDate(start),
    endAt: toDate(end),
    recurrence: recurrence?.text ?? null,
    zoneDataRelease: ZONE_DATA_VERSION,
    ...deriveTimes(toStorableSeries(series), { isRecurring: recurrence !== null, horizon }),
  };
}
