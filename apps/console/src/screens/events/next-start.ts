import type { ListedEvent } from '@almanac/client';

/** The parts of an event that determine its place in a list. `nextOccurrences` has one occurrence at most. */
export type ListedTimes = Pick<ListedEvent, 'event' | 'nextOccurrences'>;

/** The start of the next occurrence; the start of the event if it has none. RFC 3339 in the zone of the event. */
export const nextStart = ({ event, nextOccurrences: [next] }: ListedTimes): string =>
  next?.occurrence.start ?? event.time.start ?? '';

/**
 * Events in the order of their next start. An event without a next occurrence, such as a cancelled one, is ordered by its own start
 * if this is not past; otherwise it comes last.
 * @param now RFC 3339
 */
export function byNextStart<Listed extends ListedTimes>(events: readonly Listed[], now: string): Listed[] {
  const sortKey = (listed: Listed): number => {
    const start = Date.parse(nextStart(listed));
    return listed.nextOccurrences.length > 0 || start >= Date.parse(now) ? start : Number.MAX_VALUE;
  };
  return [...events].sort((one, other) => sortKey(one) - sortKey(other));
}
