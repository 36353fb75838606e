import type { CalendarClient, EventDetails, Occurrence } from '@almanac/client';

/** An event with its next occurrences. */
export type AnsweredEvent = EventDetails & { nextOccurrences: Occurrence[] };

type Answered = Awaited<ReturnType<CalendarClient['answeredOccurrences']>>[number];

/** An occurrence whose answers can be shown. */
export interface OccurrenceOption {
  id: string;
  start: string;
  isCancelled: boolean;
  isPast: boolean;
  /** Places that are taken. */
  places: number;
}

/** The next occurrences, and all that have answers, in the order of their start. @param now in milliseconds */
export function occurrenceOptions(
  { nextOccurrences }: Pick<AnsweredEvent, 'nextOccurrences'>,
  answered: readonly Answered[],
  now: number,
): OccurrenceOption[] {
  const options = new Map<string, OccurrenceOption>();
  for (const { occurrence, status } of nextOccurrences) {
    const { id, utcStart } = occurrence;
    options.set(id, { id, start: utcStart, isCancelled: status === 'cancelled', isPast: false, places: 0 });
  }
  for (const { occurrenceId: id, start, isCancelled, counts } of answered) {
    const isPast = options.get(id)?.isPast ?? Date.parse(start) < now;
    options.set(id, { id, start, isCancelled, isPast, places: counts.attendingPlaces });
  }
  return [...options.values()].sort((one, other) => Date.parse(one.start) - Date.parse(other.start));
}

/** The next occurrence, else the latest. */
export function firstChoice(options: readonly OccurrenceOption[]): OccurrenceOption | undefined {
  return options.find(({ isPast, isCancelled }) => !isPast && !isCancelled) ?? options.at(-1);
}
