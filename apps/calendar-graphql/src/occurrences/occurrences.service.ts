import { expand, toDate, toEpochSeconds, type Window } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { ReadDatabase } from '../database/read-database';
import { type CheckedFilter } from './filters';
import { type FoundOccurrence, OccurrencePage } from './occurrence-page';
import { type OpenSeries, OpenSeriesReader } from './open-series-reader';
import { findStoredOccurrences } from './stored-occurrences';

/** How long series are expanded before other requests get their turn. */
const TURN_MS = 5;

/** Answers `occurrences`: what the table holds, merged with the series of which it does not hold everything. */
@Injectable()
export class OccurrencesService {
  constructor(
    private readonly database: ReadDatabase,
    private readonly openSeries: OpenSeriesReader,
  ) {}

  /** A page in the order of start, end and event. Two statements while the window lies within the horizon. */
  async list(filter: CheckedFilter): Promise<readonly FoundOccurrence[]> {
    const page = new OccurrencePage(await findStoredOccurrences(this.database, filter), filter.limit);
    let afterId: string | undefined = '';
    for (let number = 0; afterId !== undefined; number++) {
      const round = await this.openSeries.round(narrow(filter, page), number, afterId);
      await expandOnto(page, round.series, filter);
      afterId = round.nextAfterId;
    }
    return page.items;
  }
}

async function expandOnto(page: OccurrencePage, series: readonly OpenSeries[], filter: CheckedFilter): Promise<void> {
  const { window, limit } = filter;
  const to = toEpochSeconds(filter.toAt);
  let turnEndsAt = performance.now() + TURN_MS;
  for (const [index, open] of series.entries()) {
    if (index % 32 === 31 && performance.now() > turnEndsAt) {
      await setImmediate();
      turnEndsAt = performance.now() + TURN_MS;
    }
    page.add(missingOf(open, { from: window.from, to: Math.min(to, page.closesAt ?? to) }, limit));
  }
}

/** The series' occurrences in the window that are not in the table, as far as a page can need them. */
function missingOf(
  { eventId, series, heldFrom, heldUntil }: OpenSeries,
  span: Window,
  limit: number,
): FoundOccurrence[] {
  const missing: FoundOccurrence[] = [];
  for (const { start, end } of expand(series, span)) {
    const isStored = end >= heldFrom && start < heldUntil;
    if (!isStored) missing.push({ eventId, start, end });
    if (missing.length >= limit) break;
  }
  return missing;
}

/** The part of the window from which something can still come onto the page. */
function narrow(filter: CheckedFilter, { closesAt }: OccurrencePage): CheckedFilter {
  if (closesAt === undefined || closesAt >= toEpochSeconds(filter.toAt)) return filter;
  return { ...filter, toAt: toDate(closesAt), window: { ...filter.window, to: closesAt } };
}
