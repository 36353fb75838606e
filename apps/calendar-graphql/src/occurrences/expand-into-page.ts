import { type EpochSeconds, expand, toEpochSeconds, type Window } from '@almanac/recurrence';
import { setImmediate } from 'node:timers/promises';
import { type CheckedFilter } from './filters';
import { compareKeys } from './occurrence-key';
import { type OccurrencePage } from './occurrence-page';
import { type UnstoredSeries } from './series-rows';

/** After this time of expanding series, other requests run. */
export const EXPANSION_SLICE_MS = 5;
/** Series between two readings of the clock. */
const SERIES_PER_CLOCK_READ = 32;

/**
 * Inserts the occurrences of a window that are not in the table into the page.
 * @param earliestStart occurrences that start earlier are not inserted
 */
export async function expandIntoPage(
  page: OccurrencePage,
  allSeries: readonly UnstoredSeries[],
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

/** Inserts the occurrences of one series, until the page needs no later ones. */
function insertUnstored(
  page: OccurrencePage,
  { eventId, series, storedFrom, storedUntil }: UnstoredSeries,
  window: Window,
  { limit, after }: CheckedFilter,
): void {
  // With a cursor, the first occurrence can have the start in the cursor, but a smaller key. It is not inserted, so one more is read.
  for (const { start, end } of expand(series, window, { limit: after ? limit + 1 : limit })) {
    if (end >= storedFrom && start < storedUntil) continue;
    const found = { eventId, start, end, recurrenceStart: start, isOverride: false };
    const isBefore = after !== undefined && compareKeys(found, after) <= 0;
    if (!isBefore && !page.insert(found)) return;
  }
}
