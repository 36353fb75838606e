import type { ListedEvent } from '@almanac/client';

/** The part of an event that decides its time in a list. */
export type ListedTimes = Pick<ListedEvent, 'event' | 'nextOccurrences'>;

/** The start of the next occurrence; the start of the event when it is over or cancelled. RFC 3339 in the zone of the event. */
export const nextStart = ({ event, nextOccurrences: [next] }: ListedTimes): string =>
  next?.occurrence.start ?? event.time.start ?? '';

/** Events in the order of their next start. A cancelled series has no next start and comes last. @param now RFC 3339 */
export function byNextStart<Listed extends ListedTimes>(events: readonly Listed[], now: string): Listed[] {
  const key = (listed: Listed): number => {
    const start = Date.parse(nextStart(listed));
    return listed.nextOccurrences.length > 0 || start >= Date.parse(now) ? start : Number.MAX_VALUE;
  };
  return [...events].sort((one, other) => key(one) - key(other));
}
