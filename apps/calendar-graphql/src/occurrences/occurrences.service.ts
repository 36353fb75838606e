import { expand, toDate, toEpochSeconds, type Window } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { SeriesCache } from '../events/series-cache';
import { type CheckedFilter } from './filters';
import { type FoundOccurrence, OccurrencePage } from './occurrence-page';
import { findOpenSeries, nextRoundAfter, type OpenSeries } from './open-series';
import { findStoredOccurrences } from './stored-occurrences';

/** Series expanded before other requests get their turn. */
const SERIES_AT_A_TIME = 200;

/** Answers `occurrences`: what the table holds, merged with the series of which it does not hold everything. */
@Injectable()
export class OccurrencesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cache: SeriesCache,
  ) {}

  /** A page in the order of start, end and event. Two statements while the window lies within the horizon. */
  async list(filter: CheckedFilter): Promise<readonly FoundOccurrence[]> {
    const page = new OccurrencePage(await findStoredOccurrences(this.dataSource, filter), filter.limit);
    for (let afterId: string | undefined = ''; afterId !== undefined;) {
      const series: OpenSeries[] = await findOpenSeries(this.dataSource, narrow(filter, page), afterId);
      await this.expandOnto(page, series, filter);
      afterId = nextRoundAfter(series);
    }
    return page.items;
  }

  private async expandOnto(page: OccurrencePage, series: OpenSeries[], filter: CheckedFilter): Promise<void> {
    const { window, limit } = filter;
    const to = toEpochSeconds(filter.toAt);
    for (const [index, open] of series.entries()) {
      if (index % SERIES_AT_A_TIME === SERIES_AT_A_TIME - 1) await setImmediate();
      page.add(this.missingOf(open, { from: window.from, to: Math.min(to, page.closesAt ?? to) }, limit));
    }
  }

  /** The series' occurrences in the window that are not in the table, as far as a page can need them. */
  private missingOf(open: OpenSeries, span: Window, limit: number): FoundOccurrence[] {
    const missing: FoundOccurrence[] = [];
    for (const { start, end } of expand(this.cache.of(open), span)) {
      const isStored = end >= open.heldFrom && start < open.heldUntil;
      if (!isStored) missing.push({ eventId: open.id, start, end });
      if (missing.length >= limit) break;
    }
    return missing;
  }
}

/** The part of the window from which something can still come onto the page. */
function narrow(filter: CheckedFilter, page: OccurrencePage): CheckedFilter {
  const closesAt = page.closesAt === undefined ? undefined : toDate(page.closesAt);
  return closesAt && closesAt < filter.toAt ? { ...filter, toAt: closesAt } : filter;
}
