import { type EpochSeconds, expand, longestDuration, toEpochSeconds } from '@almanac/recurrence';
import { LRUCache } from 'lru-cache';
import { setImmediate } from 'node:timers/promises';
import { expandIntoPage, EXPANSION_SLICE_MS } from './expand-into-page';
import { type CheckedFilter } from './filters';
import { compareKeys } from './occurrence-key';
import { type FoundOccurrence, type OccurrencePage } from './occurrence-page';
import { type PartlyStoredSeries } from './series-rows';

/** A series with too many occurrences to store them in the table of occurrences. */
export interface DenseSeries extends PartlyStoredSeries {
  tagKeys: readonly string[];
  /** No occurrence starts earlier. */
  firstStart: EpochSeconds;
  /** No occurrence ends later. */
  lastEnd: EpochSeconds;
}

/**
 * The occurrences that start in one hour, in the order of a page: the values of an occurrence have the same index in each array. Typed
 * arrays need a fifth of the memory of objects.
 */
interface Hour {
  /** `starts` and `ends`: in seconds since 1970. */
  starts: Float64Array;
  ends: Float64Array;
  /** Indexes in the list of dense series. */
  series: Uint16Array;
}

const HOUR_IN_SECONDS = 3_600;
/** With fewer dense series, no hours are cached, because the expansion of the series for a page is fast. */
const MIN_SERIES = 32;
/** The maximum number of hours that a page reads from the cache. Later occurrences are expanded. */
const MAX_HOURS = 24;
/** An hour with more occurrences is not cached. */
const MAX_PER_HOUR = 10_000;
/** The maximum number of occurrences in the cache, about 5 MB. */
const MAX_OCCURRENCES = 250_000;

/** All dense series, with a cache of their occurrences by hour. Pages of the same hours share one expansion. */
export class DenseOccurrences {
  private readonly hours = new LRUCache<number, Hour>({
    maxSize: MAX_OCCURRENCES,
    sizeCalculation: ({ starts }) => starts.length + 1,
  });
  /** Hours with too many occurrences to cache. */
  private readonly fullHours = new LRUCache<number, true>({ max: 1_000 });
  /** The longest duration of an occurrence, in seconds. */
  private readonly longest: number;

  /** @param all at most 65,536 series: their indexes have 16 bits */
  constructor(private readonly all: readonly DenseSeries[]) {
    this.longest = all.reduce((longest, { series }) => Math.max(longest, longestDuration(series)), 0);
  }

  /** Inserts the occurrences that match the filter into the page, until the page needs no later ones. */
  async insertIntoPage(page: OccurrencePage, filter: CheckedFilter): Promise<void> {
    const { fromAt, toAt, after, categories, window } = filter;
    const begin = Math.max(toEpochSeconds(fromAt) - this.longest, after?.start ?? -Infinity);
    // The cache is read hour by hour from the beginning of the page. Without a beginning, it is not used.
    const usesCache = this.all.length >= MIN_SERIES && (window.from !== undefined || after !== undefined);
    const reached = usesCache ? await this.insertHours(page, filter, begin) : begin;
    const to = Math.min(toEpochSeconds(toAt), page.startsBefore ?? Infinity);
    if (reached >= to) return;
    const rest = this.all.filter(
      ({ firstStart, lastEnd, tagKeys }) => firstStart < to && lastEnd >= reached && hasCategory(tagKeys, categories),
    );
    await expandIntoPage(page, rest, filter, reached);
  }

  /**
   * Inserts the occurrences of up to {@link MAX_HOURS} hours.
   * @param begin no occurrence of the page starts earlier
   * @returns an instant: all occurrences that start before it are inserted. Infinity when the page needs no more.
   */
  private async insertHours(page: OccurrencePage, filter: CheckedFilter, begin: EpochSeconds): Promise<EpochSeconds> {
    const to = toEpochSeconds(filter.toAt);
    const firstHour = Math.floor(begin / HOUR_IN_SECONDS);
    let sliceEndsAt = performance.now() + EXPANSION_SLICE_MS;
    for (let hour = firstHour; hour < firstHour + MAX_HOURS; hour += 1) {
      const hourStart = hour * HOUR_IN_SECONDS;
      if (hourStart >= Math.min(to, page.startsBefore ?? to)) return Infinity;
      if (performance.now() > sliceEndsAt) {
        await setImmediate();
        sliceEndsAt = performance.now() + EXPANSION_SLICE_MS;
      }
      const found = this.hourAt(hour);
      if (!found) return Math.max(hourStart, begin);
      if (!this.insertHour(page, found, filter)) return Infinity;
    }
    return (firstHour + MAX_HOURS) * HOUR_IN_SECONDS;
  }

  /** Inserts the occurrences of one hour. Returns false when the page needs no later occurrences. */
  private insertHour(page: OccurrencePage, hour: Hour, filter: CheckedFilter): boolean {
    const { after, categories } = filter;
    const [from, to] = [toEpochSeconds(filter.fromAt), toEpochSeconds(filter.toAt)];
    for (const [index, start] of hour.starts.entries()) {
      if (start >= to) return false;
      const end = hour.ends[index] ?? start;
      const dense = this.all[hour.series[index] ?? 0];
      if (!dense || (end <= from && start < from) || !hasCategory(dense.tagKeys, categories)) continue;
      const found = { eventId: dense.eventId, start, end, recurrenceStart: start, isOverride: false };
      const isOnEarlierPage = after !== undefined && compareKeys(found, after) <= 0;
      if (!isOnEarlierPage && !page.insert(found)) return false;
    }
    return true;
  }

  /** The occurrences that start in an hour; undefined when there are too many to cache. @param hour hours since 1970 */
  private hourAt(hour: number): Hour | undefined {
    const known = this.hours.get(hour);
    if (known || this.fullHours.has(hour)) return known;
    const found = this.expandHour(hour * HOUR_IN_SECONDS);
    if (found) this.hours.set(hour, found);
    else this.fullHours.set(hour, true);
    return found;
  }

  private expandHour(from: EpochSeconds): Hour | undefined {
    const window = { from, earliestStart: from, to: from + HOUR_IN_SECONDS };
    const found: (FoundOccurrence & { index: number })[] = [];
    for (const [index, { eventId, series }] of this.all.entries()) {
      for (const { start, end } of expand(series, window)) {
        found.push({ index, eventId, start, end, recurrenceStart: start, isOverride: false });
      }
      if (found.length > MAX_PER_HOUR) return undefined;
    }
    found.sort(compareKeys);
    return {
      starts: Float64Array.from(found, ({ start }) => start),
      ends: Float64Array.from(found, ({ end }) => end),
      series: Uint16Array.from(found, ({ index }) => index),
    };
  }
}

function hasCategory(tagKeys: readonly string[], categories: readonly string[] | null): boolean {
  return categories === null || tagKeys.some((key) => categories.includes(key));
}
