import { expand, type Series, type Window } from '@almanac/recurrence';
import { type OccurrenceSeconds } from './override-rows';

/** Whether an occurrence overlaps a window. An occurrence without duration overlaps it if it starts in the window. */
function overlaps({ start, end }: OccurrenceSeconds, { from = -Infinity, to = Infinity }: Window): boolean {
  return start < to && (end > from || (start === end && start >= from));
}

/**
 * The first `limit` occurrences of a series that overlap a window, overrides included, in the order of start, end and RECURRENCE-ID.
 * @param series leaves out the instances that overrides replace
 * @param overrides the overrides of the series that are not cancelled
 */
export function occurrencesOf(
  series: Series,
  overrides: readonly OccurrenceSeconds[],
  window: Window,
  limit: number,
): OccurrenceSeconds[] {
  const regular = expand(series, window, { limit }).map(({ start, end }) => ({ start, end, recurrenceStart: start }));
  const overridden = overrides.filter((each) => overlaps(each, window));
  if (overridden.length === 0) return regular;
  return [...regular, ...overridden]
    .sort((one, other) => one.start - other.start || one.end - other.end || one.recurrenceStart - other.recurrenceStart)
    .slice(0, limit);
}
