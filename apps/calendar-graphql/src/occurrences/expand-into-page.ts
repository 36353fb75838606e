import { type EpochSeconds, expand, toEpochSeconds, type Window } from '@almanac/recurrence';
import { setImmediate } from 'node:timers/promises';
import { type CheckedFilter } from './filters';
import { compareKeys } from './occurrence-key';
import { type OccurrencePage } from './occurrence-page';
import { type PartlyStoredSeries } from './series-rows';

/** After expanding series for this long, the loop lets other requests run. */
export const EXPANSION_SLICE_MS = 5;
/** The number of series between two readings of the clock. */
const SERIES_PER_CLOCK_READ = 32;

/**
 * Inserts into the page the occurrences of the series that overlap the window of the filter and are not in the table of occurrences.
 * @param earliestStart occurrences that start earlier are left out; by default, this is the start in the cursor
 */
export async function expandIntoPage(
  page: OccurrencePage,
  allSeries: readonly PartlyStoredSeries[],
  filter: CheckedFilter,
  earliestStart: EpochSeconds | undefined = filter.after?.start,
): Promise<void> {
  const to = toEpochSeconds(filter.toAt);
  // One object for all series: copies would take a tenth of the time of a page with some hundred series.
  const window = { from: filter.window.from, earliestStart, to };
  let sliceEndsAt = performance.now() + EXPANSION_SLICE_MS;
  for (const [index, series] of allSeries.entries()) {
    if (index % SERIES_PER_CLOCK_READ === 0 && performance.now() > sliceEndsAt) {
      await setImmediate();
      sliceEndsAt = performance.now() + EXPANSION_SLICE_MS;
    }
    window.to = Math.min(to, page.startsBefore ?? to);
    insertUnstored(page, series, window, filter);
  }
}

/** Inserts the occurrences of one series that are not stored, until the page needs no later ones. */
function insertUnstored(
  page: OccurrencePage,
  { eventId, series, storedFrom, storedUntil }: PartlyStoredSeries,
  window: Window,
  { limit, after }: CheckedFilter,
): void {
  // With a cursor, one more occurrence is read: the first one can have the start in the cursor, and still be on the previous page.
  for (const { start, end } of expand(series, window, { limit: after ? limit + 1 : limit })) {
    if (end >= storedFrom && start < storedUntil) continue;
    const found = { eventId, start, end, recurrenceStart: start, isOverride: false };
    const isOnEarlierPage = after !== undefined && compareKeys(found, after) <= 0;
    if (!isOnEarlierPage && !page.insert(found)) return;
  }
}
