import type { CalendarClient, EventDetails, Occurrence } from '@almanac/client';

/** An event with its next occurrences: at most ten, not cancelled, that end after now. */
export type EventWithNextOccurrences = EventDetails & { nextOccurrences: Occurrence[] };

type AnsweredOccurrence = Awaited<ReturnType<CalendarClient['answeredOccurrences']>>[number];

/** An occurrence whose answers the owner can choose to see. */
export interface OccurrenceOption {
  id: string;
  /** RFC 3339. */
  start: string;
  isCancelled: boolean;
  isPast: boolean;
  /** The number of taken places; 0 for an occurrence without answers. */
  places: number;
}

/**
 * The next occurrences, and the occurrences with answers or mailed links, in the order of their start.
 * @param answered the occurrences with answers or mailed links: the latest 200 of the event
 * @param now in milliseconds since 1970
 */
export function occurrenceOptions(
  { nextOccurrences }: Pick<EventWithNextOccurrences, 'nextOccurrences'>,
  answered: readonly AnsweredOccurrence[],
  now: number,
): OccurrenceOption[] {
  const options = new Map<string, OccurrenceOption>();
  for (const { occurrence } of nextOccurrences) {
    const { id, utcStart } = occurrence;
    options.set(id, { id, start: utcStart, isCancelled: false, isPast: false, places: 0 });
  }
  for (const { occurrenceId: id, start, isCancelled, counts } of answered) {
    // An occurrence of `nextOccurrences` is not past: it can have started, but it ends later than now.
    const isPast = options.get(id)?.isPast ?? Date.parse(start) < now;
    options.set(id, { id, start, isCancelled, isPast, places: counts.attendingPlaces });
  }
  return [...options.values()].sort((one, other) => Date.parse(one.start) - Date.parse(other.start));
}

/**
 * The occurrence that is shown if the URL names none of the options: the first that is neither past nor cancelled, else the last.
 * Undefined if there are no options.
 */
export function defaultOccurrence(options: readonly OccurrenceOption[]): OccurrenceOption | undefined {
  return options.find(({ isPast, isCancelled }) => !isPast && !isCancelled) ?? options.at(-1);
}
