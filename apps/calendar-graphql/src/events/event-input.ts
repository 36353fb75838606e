import { CalendarEvent, type DerivedTimes, deriveTimes, type Horizon } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { datedSeries, formatLocal, readSeries, type Series, toDate, ZONE_DATA_VERSION } from '@almanac/recurrence';
import { checkInput, EventPartsDto, type Issue } from '@almanac/validation';
import { type CreateEventInput, type EventTimeInput, type UpdateEventInput } from '../generated/schema-types';
import { assertNoIssues, inputError } from '../graphql/input-error';

/** What was sent for an event, checked: what is absent stays as it is. */
export interface CheckedEvent {
  series: Series | undefined;
  columns: Partial<CalendarEvent>;
}

/** How a tag is compared with a category. */
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

function partColumns({ info, location, meta, status }: EventPartsDto): Partial<CalendarEvent> {
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

function readTime(time: EventTimeInput | null | undefined, issues: Issue[]): Series | undefined {
  if (!time) return undefined;
  try {
    return readSeries(time);
  } catch (error) {
    if (!(error instanceof ValidationError) || error.property === undefined) throw error;
    issues.push({ path: error.property, message: error.message });
    return undefined;
  }
}

/**
 * Checks everything about an event before anything is looked up.
 * @throws ValidationError with every issue of the input
 */
export function checkEvent(input: CreateEventInput | UpdateEventInput): CheckedEvent {
  const { input: parts, issues } = checkInput(EventPartsDto, input, 'input');
  const series = readTime(input.time, issues);
  assertNoIssues(issues);
  return { series, columns: partColumns(parts) };
}

/**
 * The same for an event that does not exist yet and therefore needs a time.
 * @throws ValidationError with every issue of the input
 */
export function checkNewEvent(input: CreateEventInput): CheckedEvent & { series: Series } {
  const { series, columns } = checkEvent(input);
  if (!series) throw inputError([{ path: 'input.time', message: 'time is missing' }]);
  return { series, columns };
}

/** The columns that say when an event takes place: the local and zone it was given, and what follows from them. */
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
    ...deriveTimes(datedSeries(series), recurrence !== null, horizon),
  };
}
