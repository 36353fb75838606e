import type { ListedEvent } from '@almanac/client';

/** The parts of an event that determine its place in a list. `nextOccurrences` has at most one occurrence. */
export type ListedTimes = Pick<ListedEvent, 'event' | 'nextOccurrences'>;

/** The start of the next occurrence, or of the event if there is no next occurrence. RFC 3339 with the offset of the event's zone. */
export const nextStart = ({ event, nextOccurrences: [next] }: ListedTimes): string =>
  next?.occurrence.start ?? event.time.start ?? '';

/**
 * Events in the order of their next start. An event without a next occurrence, e.g. a cancelled event, is ordered by its own start.
 * If that start is past, the event comes last.
 * @param now RFC 3339
 */
export function byNextStart<Listed extends ListedTimes>(events: readonly Listed[], now: string): Listed[] {
  const sortKey = (listed: Listed): number => {
    const start = Date.parse(nextStart(listed));
    return listed.nextOccurrences.length > 0 || start >= Date.parse(now) ? start : Number.MAX_VALUE;
  };
  return [...events].sort((one, other) => sortKey(one) - sortKey(other));
}
